'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { CODE, PAPER_TEXT } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import type { StateChange, StateRevision } from '@/lib/domain/session/state-changes'
import type { SessionView } from '@/lib/domain/session/view'
import { EditablePanel } from './editable-panel'
import { RevisionAuthor, Revisions } from './revisions'
import { StateForm } from './state-form'
import { StateTree } from './state-tree'

/** What the agent remembers exactly from one request to the next. */
export function StatePanel({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.state')
  const { state } = view
  const names = Object.keys(state)
  const revisions = useStateRevisions(view)
  const summary = names.length === 0 ? t('none') : t('count', { count: names.length })
  return (
    <EditablePanel
      head={<p className="text-quiet">{summary}</p>}
      edit={t('edit')}
      form={onClose => <StateForm view={view} onClose={onClose} />}
    >
      <ConflictList changes={revisions[0]?.open ?? []} />
      {names.length === 0 && <p className="text-quiet text-small">{t('noneHint')}</p>}
      <StateTree state={state} revisions={revisions} />
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

/** How many of the last changes say who set what. */
const LAST_CHANGES = 50

/**
 * The last changes, newest first: by the newest, values that a person had set and the agent overwrote, as long as nobody
 * has changed them since.
 */
function useStateRevisions({ session, stateRevision }: SessionView): StateRevision[] {
  const { data } = useQuery({
    queryKey: KEYS.stateConflicts(session.id, stateRevision),
    queryFn: ({ signal }) =>
      fetchApi('GET /api/sessions/{id}/state/revisions', {
        params: { id: session.id },
        query: { limit: LAST_CHANGES },
        signal,
      }),
    enabled: stateRevision > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.items ?? []
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
