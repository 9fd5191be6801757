'use client'

import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import type { MemoryText } from '@/lib/client/memories-query'
import { MEMORY_CHARS } from '@/lib/domain/memory-limits'

type Props = {
  given: MemoryText
  /** What sending it is called. */
  verb: string
  isPending: boolean
  error: Error | null
  onSend: (written: MemoryText) => void
  children?: ReactNode
}

/** The text of a memory and its tags. */
export function MemoryForm({ given, verb, isPending, error, onSend, children }: Props) {
  const t = useTranslations('memory.form')
  const hint = useId()
  const [written, setWritten] = useState(given)
  const isEmpty = written.text.trim() === ''
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (!isEmpty && !isPending) onSend(written)
  }
  return (
    <form className="memory-form" onSubmit={send}>
      <label>
        {t('text')}
        <textarea
          className="field"
          rows={3}
          maxLength={MEMORY_CHARS}
          value={written.text}
          onChange={event => setWritten({ ...written, text: event.target.value })}
        />
      </label>
      <label>
        {t('tags')}
        <input
          className="field"
          maxLength={400}
          aria-describedby={hint}
          value={written.tags}
          onChange={event => setWritten({ ...written, tags: event.target.value })}
        />
      </label>
      <p id={hint} className="text-quiet text-small">
        {t('tagsHint')}
      </p>
      {error && (
        <p role="alert" className="alert">
          <ProblemText error={error} />
        </p>
      )}
      <p className="flex flex-wrap gap-2">
        <Button type="submit" look="main" off={isEmpty || isPending}>
          {verb}
        </Button>
        {children}
      </p>
    </form>
  )
}
