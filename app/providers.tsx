'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, use, useState } from 'react'
import { IntlProvider } from 'use-intl'
import { SignInAgain } from '@/components/sign-in/sign-in-again'
import { createQueryClient } from '@/lib/client/api/query-client'
import { loadPart, PartAway } from '@/lib/client/page/load-part'
import { linkToConfirm, useObservable } from '@/lib/client/page/page-state'
import type { Language } from '@/lib/messages/languages'
import type { Messages } from '@/lib/messages/messages'

/** `address`: where the messages are. */
type Props = { language: Language; address: string; children: ReactNode }

/** Nothing is hydrated before the messages are there: until then what the server rendered stays as it is. */
export function Providers({ language, address, children }: Props) {
  const messages = use(messagesAt(address, language))
  const [client] = useState(createQueryClient)
  return (
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      <QueryClientProvider client={client}>
        {children}
        <LinkToConfirm />
        <SignInAgain />
      </QueryClientProvider>
    </IntlProvider>
  )
}

const files = new Map<string, Promise<Messages>>()

/** The messages from where they are kept for every page and visit; where pages are rendered they are at hand. */
function messagesAt(address: string, language: Language): Promise<Messages> {
  const cached = files.get(address)
  if (cached) return cached
  const messages =
    typeof window === 'undefined'
      ? import('@/lib/messages/messages').then(all => all.COMPILED_MESSAGES[language])
      : loadPart(() => fetchMessages(address))
  files.set(address, messages)
  // Whoever tries the page again asks again.
  messages.catch(() => files.delete(address))
  return messages
}

async function fetchMessages(address: string): Promise<Messages> {
  const answer = await fetch(address).catch(() => null)
  if (!answer?.ok) throw new PartAway(address)
  return answer.json()
}

const OpenLinkDialog = lazy(async () => ({
  default: (await import('@/components/text/open-link-dialog')).OpenLinkDialog,
}))

/** Asks about a link here, since the text that holds the link may still be changing. */
function LinkToConfirm() {
  const address = useObservable(linkToConfirm)
  return address === null ? null : (
    <Suspense>
      <OpenLinkDialog address={address} onClose={() => linkToConfirm.set(null)} />
    </Suspense>
  )
}
