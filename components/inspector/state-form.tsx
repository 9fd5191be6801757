'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/client/api'
import { isObject } from '@/lib/domain/is-object'
import { parseJsonText } from '@/lib/domain/json-text'
import { patchBetween } from '@/lib/domain/merge-patch'
import type { State } from '@/lib/domain/state'
import type { SessionView } from '@/lib/domain/view'

type Props = { view: SessionView; onClose: () => void }

/** The State as text. Only what was changed in it is sent: what the agent changes meanwhile elsewhere in it stays. */
export function StateForm({ view: { session, state }, onClose }: Props) {
  const t = useTranslations('inspector.stateForm')
  const field = useRef<HTMLTextAreaElement>(null)
  const [before] = useState(state)
  const [text, setText] = useState(() => JSON.stringify(state, null, 2))
  const [fault, setFault] = useState<string | null>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (patch: State) => api.correctState(session.id, patch),
    onSuccess: onClose,
  })
  useEffect(() => field.current?.focus(), [])
  const save = (event: FormEvent): void => {
    event.preventDefault()
    const read = parseJsonText(text)
    const said = read.ok ? null : `${read.path && `${read.path}: `}${read.message}`
    setFault(said ?? (read.ok && isObject(read.value) ? null : t('object')))
    if (read.ok && isObject(read.value) && !isPending) mutate(patchBetween(before, read.value))
  }
  return (
    <form aria-label={t('name')} className="flex flex-col gap-3" onSubmit={save}>
      <textarea
        ref={field}
        className="field code"
        aria-label={t('field')}
        aria-describedby="state-form-hint"
        rows={Math.min(24, Math.max(6, text.split('\n').length + 1))}
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setFault(null)
          reset()
        }}
      />
      <p id="state-form-hint" className="text-quiet text-small">
        {t('hint')}
      </p>
      {(fault ?? error) && (
        <p role="alert" className="alert">
          {fault ? <VisibleText>{fault}</VisibleText> : error && <ProblemText error={error} />}
        </p>
      )}
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" look="main" off={isPending}>
          {t('save')}
        </Button>
      </footer>
    </form>
  )
}
