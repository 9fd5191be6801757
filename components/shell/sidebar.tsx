import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Wordmark } from '@/components/page/plain-page'
import { buttonClasses } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Kbd } from '@/components/ui/kbd'
import { type SessionListPage, useWaitingCount } from '@/lib/client/queries/sessions-query'
import { NotifyButton } from './notify-button'

const SIDEBAR =
  'w-66 flex-col gap-3 border-hairline border-r bg-paper px-3 py-5 text-inherit backdrop:bg-[rgb(0_0_0/0.3)]'
const SHEET =
  'open:fixed open:inset-y-0 open:right-auto open:left-0 open:flex open:h-dvh open:w-[min(20rem,85vw)] open:bg-surface open:shadow-dock'
const BESIDE = 'wide:static wide:flex wide:h-auto wide:flex-none'

/** The sessions and the links to the other pages; on a narrow screen a popover. */
export function Sidebar({ initialPage, children }: { initialPage: SessionListPage; children: ReactNode }) {
  const t = useTranslations('shell.sidebar')
  const path = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: following a link closes the popover
  useEffect(() => document.getElementById('sessions')?.hidePopover(), [path])
  return (
    <div id="sessions" popover="auto" className={`${SIDEBAR} ${SHEET} ${BESIDE}`}>
      <header className="self-start px-2">
        <Link
          href="/"
          prefetch={false}
          className="flex items-center gap-2.5 rounded-base font-semibold touch:min-h-11"
        >
          <Wordmark />
        </Link>
      </header>
      <PageLinks name="nav" pages={MAIN_PAGES} />
      {children}
      <PageLinks
        name="more"
        pages={MORE_PAGES}
        className="grid grid-cols-2 border-hairline border-t pt-2 text-small mouse:[&_a]:min-h-6"
      >
        <p className="flex items-center gap-2.5 px-2 text-quiet touch:hidden">
          {t.rich('keys', { key: key => <Kbd>{key}</Kbd> })}
        </p>
      </PageLinks>
      <footer className="px-2 empty:hidden">
        <NotifyButton initialPage={initialPage} />
      </footer>
    </div>
  )
}

const MAIN_PAGES = ['inbox', 'history'] as const
const MORE_PAGES = [
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

export const DESTINATIONS = [...MAIN_PAGES, ...MORE_PAGES] as const

type PageLinksProps = {
  name: 'nav' | 'more'
  pages: readonly (typeof DESTINATIONS)[number][]
  className?: string
  children?: ReactNode
}

function PageLinks({ name, pages, className = '', children }: PageLinksProps) {
  const t = useTranslations('shell.pageLinks')
  const path = usePathname()
  return (
    <nav aria-label={t(name)} className={`flex-none ${className}`}>
      {pages.map(page => (
        <p key={page} className="relative">
          <Link
            href={`/${page}`}
            prefetch={false}
            aria-current={path === `/${page}` ? 'page' : undefined}
            className="flex min-h-7 items-center gap-2.5 rounded-base px-2 text-quiet aria-[current]:bg-hover aria-[current]:text-ink hover:bg-hover hover:text-ink touch:min-h-11"
          >
            <Icon name={page} />
            <span className="truncate">{t(page)}</span>
          </Link>
          {page === 'inbox' && <WaitingBadge className="inset-y-0 right-2 my-auto" />}
        </p>
      ))}
      {children}
    </nav>
  )
}

const SIGN = `relative ${buttonClasses({ variant: 'bare', shape: 'round' })}`

/** On a narrow screen: opens the sidebar, and leads to the inbox. */
export function MenuButton() {
  const t = useTranslations('shell.pageLinks')
  return (
    <span className="-mx-2 flex flex-none touch:-ml-3.5 wide:hidden">
      <button type="button" popoverTarget="sessions" aria-label={t('sessions')} className={SIGN}>
        <Icon name="menu" />
      </button>
      <span className="relative">
        <Link href="/inbox" prefetch={false} aria-label={t('inbox')} className={SIGN}>
          <Icon name="inbox" />
        </Link>
        <WaitingBadge className="top-0 right-0.5" />
      </span>
    </span>
  )
}

/** How many calls wait: beside a link, and not part of its name. */
function WaitingBadge({ className }: { className: string }) {
  const t = useTranslations('shell.pageLinks')
  const count = useWaitingCount()
  return (
    count > 0 && (
      <span
        className={`pointer-events-none absolute h-5 rounded-full bg-accent px-1.5 font-semibold text-[0.75rem] text-on-accent leading-5 ${className}`}
      >
        <span aria-hidden="true">{count}</span>
        <span className="sr-only">{t('waiting', { count })}</span>
      </span>
    )
  )
}
