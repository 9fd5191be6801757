'use client'

import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/client/api'
import { isProblem } from '@/lib/client/api-problem'
import { useMemoryChange } from '@/lib/client/memories-query'
import type { Memory } from '@/lib/domain/memory'

type Props = { memory: Memory; onKeep: () => void; onSaid: (said: string) => void }

/** Asks before a memory is forgotten. */
export function ForgetMemory({ memory, onKeep, onSaid }: Props) {
  const t = useTranslations('memory.forget')
  const asking = useRef<HTMLDivElement>(null)
  const { mutate, isPending, error } = useMemoryChange(
    () => api.deleteMemory(memory.id).catch(ifThere),
    () => onSaid(t('done')),
  )
  useEffect(() => asking.current?.querySelector('button')?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a question and its answers are no fields of a form
    <div ref={asking} role="group" aria-label={t('ask')} className="flex flex-col gap-2">
      <p>{t('ask')}</p>
      {error && (
        <p role="alert" className="alert">
          <ProblemText error={error} />
        </p>
      )}
      <p className="flex flex-wrap gap-2">
        <Button onClick={onKeep}>{t('keep')}</Button>
        <Button look="main" off={isPending} onClick={() => mutate(undefined)}>
          {t('delete')}
        </Button>
      </p>
    </div>
  )
}

/** Whoever was quicker did the same. */
function ifThere(error: unknown): null {
  if (isProblem(error, 'not_found')) return null
  throw error
}
