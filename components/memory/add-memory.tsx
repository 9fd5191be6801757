'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '@/lib/client/api'
import { toMemory, useMemoryChange } from '@/lib/client/memories-query'
import { newKey } from '@/lib/client/new-key'
import { MemoryForm } from './memory-form'

/** A new thing to keep in mind. What was sent twice is kept once. */
export function AddMemory({ onSaid }: { onSaid: (said: string) => void }) {
  const t = useTranslations('memory.add')
  const [key, setKey] = useState(newKey)
  const { mutate, isPending, error } = useMemoryChange(
    (given: Parameters<typeof toMemory>[0]) => api.addMemory(toMemory(given), { key }),
    () => {
      setKey(newKey())
      onSaid(t('done'))
    },
  )
  return (
    <section aria-label={t('label')}>
      <MemoryForm
        key={key}
        given={{ text: '', tags: '' }}
        verb={t('keep')}
        {...{ isPending, error }}
        onSend={mutate}
      />
    </section>
  )
}
