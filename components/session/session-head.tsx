'use client'

import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { MenuButton } from '@/components/ui/menu-button'
import { withVisibleEscapes } from '@/lib/domain/hidden-characters'
import type { Session } from '@/lib/domain/session'

/** Which session this is and what it may do by itself; the tab's title counts what waits. */
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
      <div className="min-w-0">
        <h1 className="truncate font-semibold text-title">
          <VisibleText isLine>{title}</VisibleText>
        </h1>
        <p className="flex flex-wrap gap-x-3 text-small text-quiet">
          <span className="[overflow-wrap:anywhere]">{t('model', { model: session.model })}</span>
          <span>{t(`mode.${session.mode}`)}</span>
        </p>
      </div>
      {beside}
    </header>
  )
}
