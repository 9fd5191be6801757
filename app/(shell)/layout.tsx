import type { ReactNode } from 'react'
import { visitor, visitorLanguage } from '@/app/visitor'
import { AwayPage } from '@/components/page/plain-page'
import { Shell } from '@/components/shell/shell'
import { MESSAGES, type Messages } from '@/lib/messages/messages'
import { reachServer } from '@/lib/server/reach-server'

export default async function ShellLayout({ children }: { children: ReactNode }) {
  const reader = await visitor()
  if (reader.kind !== 'person') return children
  const items = await (await reachServer()).attemptPage(reader.pages.sessions)
  if (items.kind === 'away') return <AwayPage reason={items.reason} />
  return (
    <>
      <SkipLinks words={MESSAGES[await visitorLanguage()].shell.skipLinks} />
      <Shell me={reader.person} initialPage={{ items: items.value, nextCursor: null }} serverNow={Date.now()}>
        {children}
      </Shell>
    </>
  )
}

const SKIP =
  'not-focus:sr-only absolute top-2 left-0 z-10 rounded-base border border-field bg-surface px-4 py-2.5 font-strong'

/**
 * The first stops of the keyboard, seen only there: they lead past the sessions, on each page to what it has. It is named by
 * its place: the browser would look for it in all of a page, whenever anything in that changes.
 */
const SkipLinks = ({ words }: { words: Messages['shell']['skipLinks'] }) => (
  <>
    <span className="[body:not(:has(>div>main>div>div>#transcript))_&]:hidden">
      <a href="#transcript" className={SKIP}>
        {words.transcript}
      </a>
      <a href="#message" className={SKIP}>
        {words.message}
      </a>
    </span>
    <span className="[body:has(>div>main>div>div>#transcript)_&]:hidden">
      <a href="#page" className={SKIP}>
        {words.page}
      </a>
    </span>
  </>
)
