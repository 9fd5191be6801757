'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { IntlProvider } from 'use-intl'
import { SignInAgain } from '@/components/sign-in/sign-in-again'
import { AskedLink } from '@/components/text/asked-link'
import { createQueryClient } from '@/lib/client/query-client'
import type { Language } from '@/lib/client/words/languages'
import type { Words } from '@/lib/client/words/words-of'

type Props = { language: Language; words: Words; children: ReactNode }

export function Providers({ language, words, children }: Props) {
  const [client] = useState(createQueryClient)
  return (
    <IntlProvider locale={language} messages={words} timeZone="UTC">
      <QueryClientProvider client={client}>
        {children}
        <AskedLink />
        <SignInAgain />
      </QueryClientProvider>
    </IntlProvider>
  )
}
