'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { VisibleText } from '@/components/text/visible-text'
import { CODE, PAPER_TEXT } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import type { StateChange } from '@/lib/domain/session/state-changes'
import type { SessionView } from '@/lib/domain/session/view'
import { EditablePanel } from './editable-panel'
import { RevisionAuthor, Revisions } from './revisions'
import { StateForm } from './state-form'

/** What the agent remembers exactly from one request to the next. */
export function StatePanel({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.state')
  const { state } = view
  const names = Object.keys(state)
  const summary = names.length === 0 ? t('none') : t('count', { count: names.length })
  return (
    <EditablePanel
      head={<p className="text-quiet">{summary}</p>}
      edit={t('edit')}
      form={onClose => <StateForm {...{ view, onClose }} />}
    >
      <StateConflicts view={view} />
      {names.length === 0 && <p className="text-quiet text-small">{t('noneHint')}</p>}
      {names.length > 0 && (
        <dl className="flex flex-col gap-3">
          {names.map(name => (
            <div key={name}>
              <dt className="font-mono text-quiet text-small wrap-anywhere">
                <VisibleText isLine>{name}</VisibleText>
              </dt>
              <dd className={PAPER_TEXT}>
                <CodeText>{JSON.stringify(state[name], null, 2)}</CodeText>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <StateHistory view={view} />
    </EditablePanel>
  )
}

function StateHistory({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.state')
  const { id } = view.session
  return (
    <Revisions
      name={t('history')}
      queryKey={KEYS.stateRevisions(id, view.stateRevision)}
      read={(cursor, signal) =>
        fetchApi('GET /api/sessions/{id}/state/revisions', {
          params: { id },
          query: { cursor, limit: 20 },
          signal,
        })
      }
    >
      {revision => (
        <>
          <RevisionAuthor view={view} callId={revision.callId} at={revision.at} />
          <dl>
            {revision.changes.map(change => (
              <ChangedPlace key={change.path} change={change} />
            ))}
          </dl>
          <ConflictList changes={revision.conflicts ?? []} />
        </>
      )}
    </Revisions>
  )
}

/** Values that a person had set and the agent overwrote, as long as nobody has changed them since. */
function StateConflicts({ view: { session, stateRevision } }: { view: SessionView }) {
  const { data } = useQuery({
    queryKey: KEYS.stateConflicts(session.id, stateRevision),
    queryFn: ({ signal }) =>
      fetchApi('GET /api/sessions/{id}/state/revisions', {
        params: { id: session.id },
        query: { limit: 1 },
        signal,
      }),
    enabled: stateRevision > 1,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return <ConflictList changes={data?.items[0]?.open ?? []} />
}

function ConflictList({ changes }: { changes: StateChange[] }) {
  const t = useTranslations('inspector.state')
  if (changes.length === 0) return null
  return (
    <div role="note" className={`${PAPER_TEXT} flex flex-col gap-1`}>
      <p className="font-semibold">{t('conflicts')}</p>
      <dl>
        {changes.map(change => (
          <ChangedPlace key={change.path} change={change} />
        ))}
      </dl>
    </div>
  )
}

function ChangedPlace({ change: { path, before, after } }: { change: StateChange }) {
  const t = useTranslations('inspector.state')
  return (
    <div className={CODE}>
      <dt className="text-quiet">
        <VisibleText isLine>{path}</VisibleText>
      </dt>
      <dd>
        {before !== undefined && (
          <del>
            <span className="sr-only">{t('was')} </span>
            <VisibleText>{before}</VisibleText>
          </del>
        )}
        {before !== undefined && ' '}
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
  )
}
