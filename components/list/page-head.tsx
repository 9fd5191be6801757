'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { MenuButton } from '@/components/ui/menu-button'

/** What a page is called, with what is to be said of it, and the way to the sessions where they are out of sight. */
export function PageHead({ heading, children }: { heading: string; children?: ReactNode }) {
  const t = useTranslations('list.pageHead')
  return (
    <header className="page-head">
      <MenuButton target="sessions">{t('sessions')}</MenuButton>
      <div className="min-w-0">
        <h1 className="font-semibold text-title">{heading}</h1>
        {children}
      </div>
    </header>
  )
}
