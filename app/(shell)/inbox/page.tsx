import type { Metadata } from 'next'
import { cache } from 'react'
import { createTranslator } from 'use-intl'
import { pageFor, titleOf, visitorLanguage } from '@/app/visitor'
import { Inbox } from '@/components/inbox/inbox'
import { INBOX_PAGE } from '@/lib/client/queries/keys'
import { COMPILED_MESSAGES } from '@/lib/messages/messages'
import type { Pages } from '@/lib/server/pages'

const inboxOf = cache((pages: Pages) => pages.inbox(INBOX_PAGE))

export const generateMetadata = (): Promise<Metadata> =>
  titleOf(async pages => {
    const inbox = await inboxOf(pages)
    if (!inbox) return {}
    const locale = await visitorLanguage()
    const t = createTranslator({ locale, messages: COMPILED_MESSAGES[locale], namespace: 'inbox.inbox' })
    const count = inbox.waitingCalls
    return { title: t(count > 0 ? 'titleWaiting' : 'title', { count }) }
  })

export default pageFor(async pages => {
  const inbox = await inboxOf(pages)
  if (!inbox) return null
  const first = inbox.items.find(({ calls }) => calls.some(call => !call.readOnly)) ?? inbox.items[0]
  const view = first && (await pages.session(first.sessionId))
  return <Inbox initialPage={inbox} initialView={view ?? undefined} serverNow={Date.now()} />
})
