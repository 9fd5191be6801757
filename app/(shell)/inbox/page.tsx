import type { Metadata } from 'next'
import { cache } from 'react'
import { createTranslator } from 'use-intl'
import { pageFor, titleOf, visitor, visitorLanguage } from '@/app/visitor'
import { Inbox } from '@/components/inbox/inbox'
import { COMPILED_MESSAGES } from '@/lib/client/messages/messages'
import { INBOX_PAGE, toWaitingSet } from '@/lib/client/queries/keys'
import { Refusal } from '@/lib/domain/contract/problem'
import { pendingPage } from '@/lib/http/list-page'
import { inSnapshot } from '@/lib/store/connection/database'
import { readView } from '@/lib/store/session/view'

/** The first sets of the inbox and the views of their sessions. Null for whoever may not see them. */
const waiting = cache(async () => {
  const reader = await visitor()
  if (reader.kind !== 'person') return null
  return inSnapshot(reader.working.deps.db, async tx => {
    const page = await pendingPage(tx, { limit: INBOX_PAGE })
    if (page instanceof Refusal) return null
    const views = []
    for (const id of new Set(page.items.map(set => set.sessionId))) views.push(await readView(tx, id))
    return {
      initialPage: { ...page, items: page.items.map(toWaitingSet) },
      initialViews: views.filter(view => view !== null),
    }
  })
})

export const generateMetadata = (): Promise<Metadata> =>
  titleOf(async () => {
    const inbox = await waiting()
    if (!inbox) return {}
    const locale = await visitorLanguage()
    const t = createTranslator({ locale, messages: COMPILED_MESSAGES[locale], namespace: 'inbox.inbox' })
    const count = inbox.initialPage.waitingCalls
    return { title: t(count > 0 ? 'titleWaiting' : 'title', { count }) }
  })

export default async function InboxPage() {
  return pageFor(async () => {
    const inbox = await waiting()
    return inbox && <Inbox {...inbox} serverNow={Date.now()} />
  })
}
