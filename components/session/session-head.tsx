'use client'

import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { MenuButton } from '@/components/ui/menu-button'
import { withVisibleEscapes } from '@/lib/domain/hidden-characters'
import type { Session } from '@/lib/domain/session'
import { SessionTitle } from './session-title'

/** The head of a session's page; the tab's title counts what waits. */
export function SessionHead({ session, beside }: { session: Session; beside?: ReactNode }) {
  const t = useTranslations('session.sessionHead')
  const { title, pendingCalls } = session
  useEffect(() => {
    const shown = withVisibleEscapes(title)
    document.title = pendingCalls > 0 ? `(${pendingCalls}) ${shown} · Countersign` : `${shown} · Countersign`
  }, [title, pendingCalls])
  return (
    <header className="page-head">
      <MenuButton target="sessions">{t('sessions')}</MenuButton>
      <SessionTitle session={session} />
      {beside}
    </header>
  )
}
