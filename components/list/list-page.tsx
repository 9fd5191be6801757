'use client'

import type { ReactNode, RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { MenuButton } from '@/components/ui/button'
import { LIST_COLUMN } from '@/components/ui/further-looks'
import { PAGE_HEAD } from '@/components/ui/looks'

/** The heading of a page, and on a narrow screen the button that opens the sessions. */
export function PageHead({ heading, children }: { heading: string; children?: ReactNode }) {
  const t = useTranslations('list.pageHead')
  return (
    <header className={PAGE_HEAD}>
      <MenuButton target="sessions">{t('sessions')}</MenuButton>
      <div className="min-w-0">
        <h1 className="font-semibold text-title">{heading}</h1>
        {children}
      </div>
    </header>
  )
}

type Props = {
  heading: string
  /** The element that scrolls. */
  scrolls?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** A page with one scrolling column under its heading. */
export const ListPage = ({ heading, scrolls, children }: Props) => (
  <>
    <PageHead heading={heading} />
    <div ref={scrolls} className="min-h-0 flex-1 overflow-y-auto">
      <div className={LIST_COLUMN}>{children}</div>
    </div>
  </>
)
