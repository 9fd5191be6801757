'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { useServerWords } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { CODE_FIELD } from '@/components/ui/further-looks'
import { fetchApi, isProblem } from '@/lib/client/api/fetch-api'
import type { State } from '@/lib/domain/session/state'
import type { SessionView } from '@/lib/domain/session/view'
import { parseJsonText } from '@/lib/json/json-text'
import { isObject } from '@/lib/json/json-value'
import { patchBetween } from '@/lib/json/merge-patch'
import { StaleForm } from './editable-panel'

type Props = { view: SessionView; onClose: () => void }

/**
 * Edits the State as text. Only what was changed is sent, so that what the agent changes elsewhere meanwhile stays, and
 * is never overwritten unseen.
 */
export function StateForm({ view, onClose }: Props) {
  const t = useTranslations('inspector.stateForm')
  const { text, write, save, takeMine, takeTheirs, fault, error, isStale, isPending } = useStateForm(view, {
    onClose,
    noObject: t('object'),
  })
  return (
    <form aria-label={t('name')} className="flex flex-col gap-3" onSubmit={save}>
      {isStale && (
        <StaleForm onMine={takeMine} onTheirs={takeTheirs}>
          {t('stale')}
        </StaleForm>
      )}
      <StateField text={text} write={write} />
      {(fault ?? error) && !isStale && (
        <Alert>{fault ? <VisibleText>{fault}</VisibleText> : error && <ProblemText error={error} />}</Alert>
      )}
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" look="main" off={isPending || isStale}>
          {t('save')}
        </Button>
      </footer>
    </form>
  )
}

function StateField({ text, write }: { text: string; write: (text: string) => void }) {
  const t = useTranslations('inspector.stateForm')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <textarea
        ref={field}
        className={CODE_FIELD}
        aria-label={t('field')}
        aria-describedby="state-form-hint"
        rows={Math.min(24, Math.max(6, text.split('\n').length + 1))}
        spellCheck={false}
        value={text}
        onChange={({ target }) => write(target.value)}
      />
      <p id="state-form-hint" className="text-quiet text-small">
        {t('hint')}
      </p>
    </>
  )
}

function useStateForm(
  { session, state, stateRevision }: SessionView,
  { onClose, noObject }: { onClose: () => void; noObject: string },
) {
  const say = useServerWords()
  const [before, setBefore] = useState(state)
  const [revision, setRevision] = useState(stateRevision)
  const [text, setText] = useState(() => textOf(state))
  const [fault, setFault] = useState<string | null>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (patch: State) =>
      fetchApi('PATCH /api/sessions/{id}/state', {
        params: { id: session.id },
        body: patch,
        ifMatch: revision,
      }),
    onSuccess: onClose,
  })
  const write = (next: string): void => {
    setText(next)
    setFault(null)
    reset()
  }
  const takeMine = (): void => {
    setRevision(stateRevision)
    reset()
  }
  const takeTheirs = (): void => {
    takeMine()
    setBefore(state)
    write(textOf(state))
  }
  const isStale = stateRevision > revision || isProblem(error, 'stale_revision')
  const save = (event: FormEvent): void => {
    event.preventDefault()
    const read = parseJsonText(text)
    const syntaxError = read.ok ? null : `${read.path && `${read.path}: `}${say(read.words, read.message)}`
    setFault(syntaxError ?? (read.ok && isObject(read.value) ? null : noObject))
    if (read.ok && isObject(read.value) && !isPending && !isStale) mutate(patchBetween(before, read.value))
  }
  return { text, write, save, takeMine, takeTheirs, fault, error, isStale, isPending }
}

const textOf = (state: State): string => JSON.stringify(state, null, 2)
