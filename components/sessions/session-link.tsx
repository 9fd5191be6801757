import Link from 'next/link'
import { VisibleText } from '@/components/text/visible-text'
import { NeedsYou } from '@/components/ui/needs-you'
import type { Session, SessionState } from '@/lib/domain/session'

const TEXT = { waiting: (count: number) => `${count} waiting` }

const STATES: Record<SessionState, string | null> = {
  idle: null,
  running: 'Running',
  waiting: null,
  error: 'Ended with an error',
}

type Props = { session: Session; isCurrent: boolean; onFollow: () => void }

/** The way to a session, with what it needs. */
export function SessionLink({ session, isCurrent, onFollow }: Props) {
  const needs = session.pendingCalls > 0
  const state = STATES[session.state]
  return (
    <li className="session-link">
      <Link
        href={`/sessions/${session.id}`}
        prefetch={false}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onFollow}
      >
        <VisibleText isLine>{session.title}</VisibleText>
      </Link>
      {needs && (
        <p className="session-needs">
          <NeedsYou />
          {TEXT.waiting(session.pendingCalls)}
        </p>
      )}
      {!needs && state && <p className="text-small text-quiet">{state}</p>}
    </li>
  )
}
