import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ColouredCode } from '@/components/text/coloured-code'
import { useServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { CODE_FIELD } from '@/components/ui/further-looks'
import { CODE, PAPER_TEXT } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import type { State } from '@/lib/domain/session/state'
import type { StateChange } from '@/lib/domain/session/state-changes'
import type { SessionView } from '@/lib/domain/session/view'
import { parseJsonText } from '@/lib/text/json/json-text'
import { isObject } from '@/lib/text/json/json-value'
import { patchBetween } from '@/lib/text/json/merge-patch'
import { DraftForm, EditablePanel, useDraftOver } from './editable-panel'
import { Revisions } from './revisions'

/** What the agent remembers exactly from one request to the next. */
export function StatePanel({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.state')
  const { state, stateRevision } = view
  const params = { id: view.session.id }
  const count = Object.keys(state).length
  // The newest change says which values of a person the agent overwrote, as long as nobody has changed them since.
  const { data } = useRead(
    KEYS.lastState(params.id, stateRevision),
    'GET /api/sessions/{id}/state/revisions',
    { params, query: { limit: 1 } },
    { enabled: stateRevision > 0 },
  )
  return (
    <EditablePanel
      head={<p className="text-quiet">{count === 0 ? t('none') : t('count', { count })}</p>}
      edit={t('edit')}
      form={onClose => <StateForm view={view} onClose={onClose} />}
    >
      <ConflictList changes={data?.items[0]?.open ?? []} />
      {count === 0 && <p className="text-quiet text-small">{t('noneHint')}</p>}
      {count > 0 && (
        <div className={PAPER_TEXT}>
          <ColouredCode language="json">{JSON.stringify(state, null, 2)}</ColouredCode>
        </div>
      )}
      {stateRevision > 0 && (
        <Revisions
          view={view}
          name={t('history', { count: stateRevision })}
          queryKey={KEYS.stateRevisions(params.id, stateRevision)}
          read={(cursor, signal) =>
            fetchApi('GET /api/sessions/{id}/state/revisions', {
              params,
              query: { cursor, limit: 20 },
              signal,
            })
          }
        >
          {({ changes, conflicts = [] }) => (
            <>
              <ChangeList changes={changes} />
              <ConflictList changes={conflicts} />
            </>
          )}
        </Revisions>
      )}
    </EditablePanel>
  )
}

function ConflictList({ changes }: { changes: StateChange[] }) {
  const t = useTranslations('inspector.state')
  if (changes.length === 0) return null
  return (
    <div role="note" className={`${PAPER_TEXT} flex flex-col gap-1`}>
      <p className="font-semibold">{t('conflicts')}</p>
      <ChangeList changes={changes} />
    </div>
  )
}

function ChangeList({ changes }: { changes: StateChange[] }) {
  const t = useTranslations('inspector.state')
  return (
    <dl className={CODE}>
      {changes.map(({ path, before, after }) => (
        <div key={path}>
          <dt className="text-quiet">
            <VisibleText isLine>{path}</VisibleText>
          </dt>
          <dd>
            {before !== undefined && (
              <>
                <del>
                  <span className="sr-only">{t('was')} </span>
                  <VisibleText>{before}</VisibleText>
                </del>{' '}
              </>
            )}
            {after === undefined ? (
              <span className="text-quiet">{t('removed')}</span>
            ) : (
              <ins>
                <span className="sr-only">{t('is')} </span>
                <VisibleText>{after}</VisibleText>
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type FormProps = { view: SessionView; onClose: () => void }

/** Edits the State as text. Only what was changed is sent, so that what the agent changes elsewhere meanwhile stays. */
function StateForm({ view: { session, state, stateRevision }, onClose }: FormProps) {
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
    <DraftForm words={t} draft={draft} onSave={save} onClose={onClose}>
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
