'use client'

import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { api } from '@/lib/client/api'
import { KEYS } from '@/lib/client/keys'
import type { StateChange } from '@/lib/domain/state-changes'
import type { SessionView } from '@/lib/domain/view'
import { ByWhom } from './by-whom'
import { Revisions } from './revisions'

/** What was changed of the State, by whom. */
export function StateHistory({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.state')
  const { id } = view.session
  return (
    <Revisions
      name={t('history')}
      known={KEYS.stateRevisions(id, view.state)}
      read={(cursor, signal) => api.listStateRevisions(id, cursor, signal)}
    >
      {made => (
        <>
          <ByWhom view={view} callId={made.callId} at={made.at} />
          <dl>
            {made.changes.map(change => (
              <Change key={change.path} change={change} />
            ))}
          </dl>
        </>
      )}
    </Revisions>
  )
}

/** A place of the State, what was there, and what is there since. */
function Change({ change: { path, before, after } }: { change: StateChange }) {
  const t = useTranslations('inspector.state')
  return (
    <div className="code">
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
