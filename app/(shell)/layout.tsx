import type { ReactNode } from 'react'
import { visitor, visitorLanguage } from '@/app/visitor'
import { AwayPage } from '@/components/page/plain-page'
import { SessionsNav } from '@/components/sessions/sessions-nav'
import { Shell } from '@/components/shell/shell'
import { MESSAGES, type Messages } from '@/lib/client/messages/messages'
import { Refusal } from '@/lib/domain/contract/problem'
import { orUnavailable } from '@/lib/run/process/unavailable'
import { listSessions } from '@/lib/store/session/session-status'

/** The length of the list's first page. */
const FIRST_PAGE = 50

export default async function ShellLayout({ children }: { children: ReactNode }) {
  const reader = await visitor()
  if (reader.kind !== 'person') return children
  const { deps } = reader.working
  const items = await orUnavailable(deps, () =>
    listSessions(deps.db, {
      words: [],
      state: undefined,
      archived: false,
      after: undefined,
      limit: FIRST_PAGE,
    }),
  )
  if (items instanceof Refusal) return <AwayPage reason={items.detail} />
  return (
    <>
      <SkipLinks words={MESSAGES[await visitorLanguage()].shell.skipLinks} />
      <Shell sidebar={<SessionsNav initialPage={{ items, nextCursor: null }} serverNow={Date.now()} />}>
        {children}
      </Shell>
    </>
  )
}

const SKIP =
  'sr-only border border-field bg-surface font-strong focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-20 focus:rounded-base focus:px-4 focus:py-2.5'

/** The first stops of the keyboard, seen only there; each is left out where what it leads to is not on the page. */
const SkipLinks = ({ words }: { words: Messages['shell']['skipLinks'] }) => (
  <>
    <a href="#transcript" className={`${SKIP} [body:not(:has(#transcript))_&]:hidden`}>
      {words.transcript}
    </a>
    <a href="#message" className={`${SKIP} [body:not(:has(#message))_&]:hidden`}>
      {words.message}
    </a>
    <a href="#page" className={`${SKIP} [body:has(#transcript)_&]:hidden`}>
      {words.page}
    </a>
  </>
)
