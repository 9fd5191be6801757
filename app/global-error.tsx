'use client'

import './globals.css'
import { IntlProvider } from 'use-intl'
import { BrokenPage } from '@/components/page/broken-page'
import page from '@/lib/client/words/en/page.json'

/**
 * In place of everything, the outermost layout included, which alone knows the reader's language. Every page loads
 * this with it, and so only the words that it shows.
 */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <IntlProvider locale="en" messages={{ page }}>
          <main>
            <BrokenPage again={reset} />
          </main>
        </IntlProvider>
      </body>
    </html>
  )
}
