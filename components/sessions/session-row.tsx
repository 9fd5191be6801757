'use client'

import Link from 'next/link'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { NeedsYou } from '@/components/ui/needs-you'
import { withVisibleEscapes } from '@/lib/domain/hidden-characters'
import type { Session } from '@/lib/domain/session'
import { OpeningSession } from './opening-session'
import { RenameForm } from './rename-form'

const SessionActions = lazy(async () => ({ default: (await import('./session-actions')).SessionActions }))

type Props = {
  session: Session
  isCurrent: boolean
  onFollow: () => void
  /** It has left the list, by what was done here, as is to be said. */
  onLeft: (id: string, said: string) => void
}

/** The way to a session, with what it needs, and what can be done about it. */
export function SessionRow({ session, isCurrent, onFollow, onLeft }: Props) {
  const t = useTranslations('sessions.row')
  const more = useRef<HTMLButtonElement>(null)
  const actions = useId()
  const [open, setOpen] = useState<'actions' | 'rename' | null>(null)
  const back = useRef(false)
  useEffect(() => {
    if (open === null && back.current) more.current?.focus()
    back.current = open !== null
  }, [open])
  if (open === 'rename')
    return (
      <li className="session-row">
        <RenameForm session={session} onDone={() => setOpen(null)} />
      </li>
    )
  return (
    <li
      className="session-row"
      onKeyDown={event => {
        if (event.key !== 'Escape' || open === null) return
        event.preventDefault()
        setOpen(null)
      }}
    >
      <div className="session-link">
        <Link
          href={`/sessions/${session.id}`}
          prefetch={false}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={onFollow}
        >
          <VisibleText isLine>{session.title}</VisibleText>
          <OpeningSession session={session} />
        </Link>
        <Standing session={session} />
        <button
          ref={more}
          type="button"
          aria-label={t('more', { title: withVisibleEscapes(session.title) })}
          aria-expanded={open !== null}
          aria-controls={open ? actions : undefined}
          className="session-more"
          onClick={() => setOpen(open ? null : 'actions')}
        >
          <span aria-hidden="true">⋯</span>
        </button>
      </div>
      {open && (
        <div id={actions}>
          <Suspense>
            <SessionActions {...{ session, isCurrent, onLeft }} onRename={() => setOpen('rename')} />
          </Suspense>
        </div>
      )}
    </li>
  )
}

/** What it needs, else how it stands where that is worth a word. */
function Standing({ session }: { session: Session }) {
  const t = useTranslations('sessions.row')
  if (session.pendingCalls > 0)
    return (
      <p className="session-needs">
        <NeedsYou />
        {t('waiting', { count: session.pendingCalls })}
      </p>
    )
  if (session.state !== 'running' && session.state !== 'error') return null
  return (
    <p className="session-state">
      <span aria-hidden="true">{session.state === 'running' ? '○ ' : '△ '}</span>
      {t(session.state)}
    </p>
  )
}
