'use client'

import './globals.css'
import { IntlProvider } from 'use-intl'
import { BrokenPage } from '@/components/page/broken-page'
import { WORDS } from '@/lib/client/words/words-of'

/** In place of everything, the outermost layout included, which alone knows the reader's language. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <IntlProvider locale="en" messages={WORDS.en}>
          <main>
            <BrokenPage again={reset} />
          </main>
        </IntlProvider>
      </body>
    </html>
  )
}
