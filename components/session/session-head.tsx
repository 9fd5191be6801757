'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { MenuButton } from '@/components/ui/menu-button'
import { useTitle } from '@/lib/client/use-title'
import { withVisibleEscapes } from '@/lib/domain/hidden-characters'
import type { Session } from '@/lib/domain/session'
import { SessionTitle } from './session-title'

/** The head of a session's page; the tab's title counts what waits. */
export function SessionHead({ session, beside }: { session: Session; beside?: ReactNode }) {
  const t = useTranslations('session.sessionHead')
  const { title, pendingCalls } = session
  const count = pendingCalls > 0 ? `(${pendingCalls}) ` : ''
  useTitle(`${count}${withVisibleEscapes(title)} · Countersign`)
  return (
    <header className="page-head">
      <MenuButton target="sessions">{t('sessions')}</MenuButton>
      <SessionTitle session={session} />
      {beside}
    </header>
  )
}
