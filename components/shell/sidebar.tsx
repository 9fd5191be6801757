'use client'

import Link from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { NeedsYou } from '@/components/ui/alert'
import { QuietSelect } from '@/components/ui/choice'
import { Kbd } from '@/components/ui/kbd'
import { LINK_ROW, ROW_LINK } from '@/components/ui/looks'
import { LANGUAGE_COOKIE, LANGUAGE_NAMES, LANGUAGES } from '@/lib/client/messages/languages'
import { useWaitingCount } from '@/lib/client/queries/sessions-query'
import { NotifyButton } from './notify-button'

const SIDEBAR =
  'w-66 flex-col gap-3 border-hairline border-r bg-paper px-3 py-5 text-inherit backdrop:bg-[rgb(0_0_0/0.3)]'
const SHEET =
  'open:fixed open:inset-y-0 open:right-auto open:left-0 open:m-0 open:flex open:h-dvh open:max-h-none open:w-[min(20rem,85vw)] open:bg-surface open:shadow-dock'
const BESIDE = 'wide:static wide:m-0 wide:flex wide:h-auto wide:flex-none'

/** The sessions and the links to the other pages; on a narrow screen a popover. */
export function Sidebar({ children }: { children: ReactNode }) {
  const t = useTranslations('shell.sidebar')
  const path = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: following a link closes the popover
  useEffect(() => document.getElementById('sessions')?.hidePopover(), [path])
  return (
    <div id="sessions" popover="auto" className={`${SIDEBAR} ${SHEET} ${BESIDE}`}>
      <header className="px-2 font-semibold">{t('product')}</header>
      {children}
      <PageLinks />
      <footer className="flex flex-wrap items-center justify-between gap-2 px-2 text-quiet text-small">
        <NotifyButton />
        <p className="touch:hidden">{t.rich('keys', { key: key => <Kbd>{key}</Kbd> })}</p>
        <LanguageChoice />
      </footer>
    </div>
  )
}

const PLACES = ['inbox', 'history', 'memory', 'skills', 'tools', 'health', 'settings'] as const

/** How many calls wait is not part of the link's name. */
function PageLinks() {
  const t = useTranslations('shell.pageLinks')
  const path = usePathname()
  const waiting = useWaitingCount()
  return (
    <nav aria-label={t('nav')} className="flex flex-col gap-0.5 border-hairline border-t pt-3">
      {PLACES.map(place => (
        <p key={place} className={`flex justify-between gap-2 ${LINK_ROW}`}>
          <Link
            href={`/${place}`}
            prefetch={false}
            aria-current={path === `/${place}` ? 'page' : undefined}
            className={ROW_LINK}
          >
            {t(place)}
          </Link>
          {place === 'inbox' && waiting > 0 && (
            <span className="font-semibold text-[0.8125rem] text-accent tabular-nums">
              <NeedsYou />
              {t('waiting', { count: waiting })}
            </span>
          )}
        </p>
      ))}
    </nav>
  )
}

const YEAR_S = 365 * 24 * 60 * 60

/** Stored in a cookie, so that the server renders every page in it. */
function LanguageChoice() {
  const t = useTranslations('shell.languageChoice')
  const id = useId()
  const router = useRouter()
  const choose = (language: string): void => {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
    document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${YEAR_S}; samesite=lax`
    router.refresh()
  }
  return (
    <label htmlFor={id}>
      <span className="sr-only">{t('language')}</span>
      <QuietSelect id={id} value={useLocale()} onChange={event => choose(event.target.value)}>
        {LANGUAGES.map(language => (
          <option key={language} value={language} lang={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </QuietSelect>
    </label>
  )
}
