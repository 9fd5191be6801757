'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { IntlProvider } from 'use-intl'
import { SignInAgain } from '@/components/sign-in/sign-in-again'
import { createQueryClient } from '@/lib/client/api/query-client'
import type { Language } from '@/lib/client/messages/languages'
import type { Messages } from '@/lib/client/messages/messages'
import { linkToConfirm, useObservable } from '@/lib/client/page/page-state'

type Props = { language: Language; messages: Messages; children: ReactNode }

export function Providers({ language, messages, children }: Props) {
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
