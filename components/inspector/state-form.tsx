import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { CODE_FIELD } from '@/components/ui/further-looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import type { State } from '@/lib/domain/session/state'
import type { SessionView } from '@/lib/domain/session/view'
import { parseJsonText } from '@/lib/text/json/json-text'
import { isObject } from '@/lib/text/json/json-value'
import { patchBetween } from '@/lib/text/json/merge-patch'
import { DraftForm, useDraftOver } from './editable-panel'

type Props = { view: SessionView; onClose: () => void }

/** Edits the State as text. Only what was changed is sent, so that what the agent changes elsewhere meanwhile stays. */
export function StateForm({ view: { session, state, stateRevision }, onClose }: Props) {
  const t = useTranslations('inspector.stateForm')
  const say = useServerText()
  const [fault, setFault] = useState<string | null>(null)
  const draft = useDraftOver({
    value: state,
    revision: stateRevision,
    toDraft: value => JSON.stringify(value, null, 2),
    save: (body: State, ifMatch) =>
      fetchApi('PATCH /api/sessions/{id}/state', { params: { id: session.id }, body, ifMatch }),
    onSaved: onClose,
  })
  const save = (): void => {
    const read = parseJsonText(draft.draft)
    if (!read.ok) setFault(`${read.path && `${read.path}: `}${say(read.codedText, read.message)}`)
    else if (!isObject(read.value)) setFault(t('object'))
    else draft.send(patchBetween(draft.base, read.value))
  }
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <DraftForm
      name={t('name')}
      stale={t('stale')}
      save={t('save')}
      draft={draft}
      onSave={save}
      onClose={onClose}
    >
      <textarea
        ref={field}
        className={CODE_FIELD}
        aria-label={t('field')}
        aria-describedby="state-form-hint"
        rows={Math.min(24, Math.max(6, draft.draft.split('\n').length + 1))}
        spellCheck={false}
        value={draft.draft}
        onChange={({ target }) => {
          setFault(null)
          draft.write(target.value)
        }}
      />
      <p id="state-form-hint" className="text-quiet text-small">
        {t('hint')}
      </p>
      {fault && (
        <Alert>
          <VisibleText>{fault}</VisibleText>
        </Alert>
      )}
    </DraftForm>
  )
}
