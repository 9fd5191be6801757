'use client'

import { useParams } from 'next/navigation'
import { useDeferredValue, useState } from 'react'
import { type SessionPage, useSessions } from '@/lib/client/sessions-query'
import { NewSessionButton } from './new-session-button'
import { SessionLink } from './session-link'

const TEXT = {
  nav: 'Sessions',
  search: 'Search sessions',
  none: 'No session yet.',
  noMatch: 'No session matches.',
  more: 'Only the newest are listed. Search for older ones.',
  failed: 'The list could not be read. It is tried again in a moment.',
}

/** All sessions, those that need a person first. */
export function SessionsNav({ given }: { given: SessionPage }) {
  const [q, setQ] = useState('')
  const sought = useDeferredValue(q.trim())
  const { data, error } = useSessions(sought, given)
  const current = useParams<{ sessionId?: string }>().sessionId
  const items = data?.items ?? []
  const close = (): void => document.getElementById('sessions')?.hidePopover()
  return (
    <nav aria-label={TEXT.nav}>
      <NewSessionButton onMade={close} />
      <input
        type="search"
        aria-label={TEXT.search}
        placeholder={TEXT.search}
        className="field"
        maxLength={200}
        value={q}
        onChange={event => setQ(event.target.value)}
      />
      <ul className="rail-list">
        {[...items].sort(byNeed).map(session => (
          <SessionLink
            key={session.id}
            session={session}
            isCurrent={session.id === current}
            onFollow={close}
          />
        ))}
      </ul>
      {items.length === 0 && <p className="rail-note">{sought === '' ? TEXT.none : TEXT.noMatch}</p>}
      {data?.nextCursor && <p className="rail-note">{TEXT.more}</p>}
      {error && <p className="rail-note">{TEXT.failed}</p>}
    </nav>
  )
}

const byNeed = (a: { pendingCalls: number }, b: { pendingCalls: number }): number =>
  Number(b.pendingCalls > 0) - Number(a.pendingCalls > 0)
