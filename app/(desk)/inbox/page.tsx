import type { Metadata } from 'next'
import { cache } from 'react'
import { createTranslator } from 'use-intl'
import { visitorLanguage } from '@/app/language'
import { knownVisitor, visitor } from '@/app/visitor'
import { Inbox } from '@/components/inbox/inbox'
import { AwayPage } from '@/components/sign-in/away-page'
import { COMPILED_WORDS } from '@/lib/client/compiled-words'
import { INBOX_PAGE, toWaitingSet } from '@/lib/client/waiting-set'
import { pendingPage } from '@/lib/server/pending-page'
import { inSnapshot } from '@/lib/store/snapshot'
import { readView } from '@/lib/store/view'

/** The sets that have waited longest, and the sessions in which they are decided. Null for whoever may not see them. */
const waiting = cache(async () => {
  const asked = await visitor()
  if (asked.kind !== 'person') return null
  return inSnapshot(asked.working.deps.db, async tx => {
    const { items, nextCursor } = await pendingPage(tx, { after: undefined, limit: INBOX_PAGE })
    const views = []
    for (const id of new Set(items.map(set => set.sessionId))) views.push(await readView(tx, id))
    return {
      given: { items: items.map(toWaitingSet), nextCursor },
      views: views.filter(view => view !== null),
    }
  })
})

export async function generateMetadata(): Promise<Metadata> {
  const found = await waiting()
  if (!found) return {}
  const locale = await visitorLanguage()
  const t = createTranslator({ locale, messages: COMPILED_WORDS[locale], namespace: 'inbox.inbox' })
  const count = found.given.items.length
  return { title: t(count > 0 ? 'titleWaiting' : 'title', { count }) }
}

export default async function InboxPage() {
  const asked = await knownVisitor()
  if (asked.kind === 'away') return <AwayPage reason={asked.reason} />
  const found = await waiting()
  return found && <Inbox {...found} now={Date.now()} />
}
