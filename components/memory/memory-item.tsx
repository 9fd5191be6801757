'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/client/api'
import { toMemory, useMemoryChange } from '@/lib/client/memories-query'
import type { Memory } from '@/lib/domain/memory'
import { ForgetMemory } from './forget-memory'
import { MemoryForm } from './memory-form'
import { MemoryOrigin } from './memory-origin'

type Props = { memory: Memory; onSaid: (said: string) => void }

/** One thing that is kept in mind, where it came from and where it was recalled. */
export function MemoryItem({ memory, onSaid }: Props) {
  const t = useTranslations('memory.item')
  const [open, setOpen] = useState<'edit' | 'forget' | null>(null)
  const { mutate, isPending, error, reset } = useMemoryChange(
    (given: Parameters<typeof toMemory>[0]) => api.changeMemory(memory.id, toMemory(given)),
    () => {
      setOpen(null)
      onSaid(t('changed'))
    },
  )
  const close = (): void => {
    reset()
    setOpen(null)
  }
  if (open === 'edit')
    return (
      <li className="found">
        <MemoryForm
          given={{ text: memory.text, tags: memory.tags.join(', ') }}
          verb={t('save')}
          {...{ isPending, error }}
          onSend={mutate}
        >
          <Button onClick={close}>{t('cancel')}</Button>
        </MemoryForm>
      </li>
    )
  return (
    <li className="found">
      <article aria-label={memory.text.slice(0, 80)} className="flex flex-col gap-1">
        <p className="memory-text">
          <VisibleText isProse>{memory.text}</VisibleText>
        </p>
        {memory.tags.length > 0 && (
          <ul aria-label={t('tags')} className="memory-tags">
            {memory.tags.map(tag => (
              <li key={tag}>
                <VisibleText isLine>{tag}</VisibleText>
              </li>
            ))}
          </ul>
        )}
        <MemoryOrigin memory={memory} />
        {open === 'forget' ? (
          <ForgetMemory {...{ memory, onSaid }} onKeep={close} />
        ) : (
          <p className="flex gap-2">
            <Button look="quiet" onClick={() => setOpen('edit')}>
              {t('edit')}
            </Button>
            <Button look="quiet" onClick={() => setOpen('forget')}>
              {t('delete')}
            </Button>
          </p>
        )}
      </article>
    </li>
  )
}
