'use client'

import './globals.css'
import { BrokenPage } from '@/components/page/broken-page'

/** In place of everything, the outermost layout included. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <main>
          <BrokenPage again={reset} />
        </main>
      </body>
    </html>
  )
}
