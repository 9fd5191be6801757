'use client'

import { type ReactNode, useEffect } from 'react'
import { VisibleText } from '@/components/text/visible-text'
import { MenuButton } from '@/components/ui/menu-button'
import { withVisibleEscapes } from '@/lib/domain/hidden-characters'
import type { Mode, Session } from '@/lib/domain/session'

const TEXT = {
  sessions: 'Sessions',
  model: (model: string) => `Model ${model}`,
  title: (title: string) => `${title} · Countersign`,
  waiting: (count: number, title: string) => `(${count}) ${title} · Countersign`,
}

const MODES: Record<Mode, string> = {
  plan: 'Reads only, until a plan is approved',
  ask: 'Asks before every call',
  auto: 'Reads pass, everything else asks',
  full: 'Runs everything but what is denied',
}

/** Which session this is and what it may do by itself; the tab's title counts what waits. */
export function SessionHead({ session, beside }: { session: Session; beside?: ReactNode }) {
  const { title, pendingCalls } = session
  useEffect(() => {
    const shown = withVisibleEscapes(title)
    document.title = pendingCalls > 0 ? TEXT.waiting(pendingCalls, shown) : TEXT.title(shown)
  }, [title, pendingCalls])
  return (
    <header className="page-head">
      <MenuButton target="sessions">{TEXT.sessions}</MenuButton>
      <div className="min-w-0">
        <h1 className="truncate font-semibold text-title">
          <VisibleText isLine>{title}</VisibleText>
        </h1>
        <p className="flex flex-wrap gap-x-3 text-small text-quiet">
          <span className="[overflow-wrap:anywhere]">{TEXT.model(session.model)}</span>
          <span>{MODES[session.mode]}</span>
        </p>
      </div>
      {beside}
    </header>
  )
}
