'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '@/components/ui/icon'
import { Kbd } from '@/components/ui/kbd'
import { type SessionListPage, useWaitingCount } from '@/lib/client/queries/sessions-query'
import { NotifyButton } from './notify-button'

const SIDEBAR =
  'w-66 flex-col gap-3 border-hairline border-r bg-paper px-3 py-5 text-inherit backdrop:bg-[rgb(0_0_0/0.3)]'
const SHEET =
  'open:fixed open:inset-y-0 open:right-auto open:left-0 open:m-0 open:flex open:h-dvh open:max-h-none open:w-[min(20rem,85vw)] open:bg-surface open:shadow-dock'
const BESIDE = 'wide:static wide:m-0 wide:flex wide:h-auto wide:flex-none'

/** The sessions and the links to the other pages; on a narrow screen a popover. */
export function Sidebar({ initialPage, children }: { initialPage: SessionListPage; children: ReactNode }) {
  const t = useTranslations('shell.sidebar')
  const path = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: following a link closes the popover
  useEffect(() => document.getElementById('sessions')?.hidePopover(), [path])
  return (
    <div id="sessions" popover="auto" className={`${SIDEBAR} ${SHEET} ${BESIDE}`}>
      <header className="flex">
        <Link
          href="/"
          prefetch={false}
          className="flex items-center gap-2.5 rounded-base px-2 font-semibold touch:min-h-11"
        >
          {/* biome-ignore lint/performance/noImgElement: there is nothing to optimise in a drawing of 300 bytes */}
          <img src="/icon.svg" alt="" width={20} height={20} className="rounded-small" />
          {t('product')}
        </Link>
      </header>
      {children}
      <PageLinks />
      <footer className="flex flex-wrap items-center justify-between gap-2 px-2 text-quiet text-small touch:not-has-[button]:hidden">
        <p className="touch:hidden">{t.rich('keys', { key: key => <Kbd>{key}</Kbd> })}</p>
        <NotifyButton initialPage={initialPage} />
      </footer>
    </div>
  )
}

export const DESTINATIONS = [
  'inbox',
  'history',
  'memory',
  'skills',
  'schedules',
  'tools',
  'policy',
  'hooks',
  'usage',
  'health',
  'settings',
] as const

/** The word of a link stands above its icon while that is pointed at or has the focus; on a touch screen, below it. */
const WORD =
  'pointer-events-none mouse:absolute mouse:bottom-full mouse:mb-1 mouse:whitespace-nowrap mouse:rounded-small mouse:bg-ink mouse:px-2 mouse:text-paper mouse:text-small mouse:opacity-0 group-hover/page:opacity-100 group-focus-visible/page:opacity-100 touch:text-[0.75rem] touch:leading-4'

/** How many calls wait is not part of the link's name. */
function PageLinks() {
  const t = useTranslations('shell.pageLinks')
  const path = usePathname()
  const waiting = useWaitingCount()
  return (
    <nav
      aria-label={t('nav')}
      className="grid flex-none grid-cols-6 gap-y-1 border-hairline border-t pt-3 touch:grid-cols-4 touch:gap-1"
    >
      {DESTINATIONS.map(page => (
        <p key={page} className="relative flex justify-center">
          <Link
            href={`/${page}`}
            prefetch={false}
            aria-current={path === `/${page}` ? 'page' : undefined}
            className="group/page flex min-h-8 min-w-6 flex-col items-center justify-center gap-0.5 rounded-base text-quiet aria-[current]:bg-hover aria-[current]:text-ink hover:bg-hover hover:text-ink touch:min-h-12 touch:w-full"
          >
            <Icon name={page} />
            <span className={WORD}>{t(page)}</span>
          </Link>
          {page === 'inbox' && waiting > 0 && (
            <span className="pointer-events-none absolute -top-1 left-3.5 rounded-full bg-accent px-1 font-semibold text-[0.6875rem] text-on-accent tabular-nums leading-4 touch:left-1/2">
              <span className="sr-only">{t('waiting', { count: waiting })}</span>
              <span aria-hidden="true">{waiting}</span>
            </span>
          )}
        </p>
      ))}
    </nav>
  )
}
