'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { FIELD } from '@/components/ui/looks'
import { KEYS } from '@/lib/client/queries/keys'
import type { MemoryPatch, NewMemory } from '@/lib/domain/memory/memory'
import { MEMORY_CHARS } from '@/lib/domain/memory/memory-block'

type Props = {
  initial: MemoryText
  /** The label of the submit button. */
  verb: string
  isPending: boolean
  error: Error | null
  onSend: (memory: MemoryText) => void
  children?: ReactNode
}

const LABEL = 'flex flex-col gap-0.5 text-quiet text-small'

export function MemoryForm({ initial, verb, isPending, error, onSend, children }: Props) {
  const t = useTranslations('memory.form')
  const hint = useId()
  const [memory, setMemory] = useState(initial)
  const isEmpty = memory.text.trim() === ''
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (!isEmpty && !isPending) onSend(memory)
  }
  return (
    <form className="flex flex-col gap-2" onSubmit={send}>
      <label className={LABEL}>
        {t('text')}
        <textarea
          dir="auto"
          className={`${FIELD} min-h-11 text-[1rem]/6`}
          rows={3}
          maxLength={MEMORY_CHARS}
          value={memory.text}
          onChange={event => setMemory({ ...memory, text: event.target.value })}
        />
      </label>
      <label className={LABEL}>
        {t('tags')}
        <input
          dir="auto"
          className={`${FIELD} min-h-11 text-[1rem]/6`}
          maxLength={400}
          aria-describedby={hint}
          value={memory.tags}
          onChange={event => setMemory({ ...memory, tags: event.target.value })}
        />
      </label>
      <p id={hint} className="text-quiet text-small">
        {t('tagsHint')}
      </p>
      {error && <ProblemAlert error={error} />}
      <p className="flex flex-wrap gap-2">
        <Button type="submit" look="main" off={isEmpty || isPending}>
          {verb}
        </Button>
        {children}
      </p>
    </form>
  )
}

/** Changes memories and refetches the lists. */
export function useMemoryChange<Change>(change: (change: Change) => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: KEYS.allMemories })
      onDone()
    },
  })
}

/** A memory in a form: its tags are separated by commas. */
export type MemoryText = { text: string; tags: string }

export const toMemory = ({ text, tags }: MemoryText): Required<NewMemory> & Required<MemoryPatch> => ({
  text,
  tags: [...new Set(tags.split(',').map(tag => tag.trim()))].filter(tag => tag !== ''),
})
