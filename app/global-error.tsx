'use client'

import './globals.css'
import { IntlProvider } from 'use-intl'
import { BrokenPage } from '@/components/page/plain-page'
import page from '@/lib/messages/en/page.json'

/**
 * In place of everything, the root layout included, which alone knows the reader's language. Every page loads this, so
 * it brings only the messages that it shows.
 */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <IntlProvider locale="en" messages={{ page }}>
          <main>
            <BrokenPage reset={reset} />
          </main>
        </IntlProvider>
      </body>
    </html>
  )
}
