import '@fontsource-variable/source-sans-3/wght.css'
import '@fontsource/ibm-plex-mono/400.css'
import '@fontsource/ibm-plex-mono/600.css'
import './globals.css'
import './transcript.css'
import './desk.css'
import './review.css'
import type { Metadata, Viewport } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { COMPILED_WORDS } from '@/lib/client/compiled-words'
import { visitorLanguage } from './language'
import { Providers } from './providers'

export const metadata: Metadata = {
  title: 'Countersign',
  description: 'An agent proposes, a person countersigns.',
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  interactiveWidget: 'resizes-content',
}

/** Every page is made for its request: the scripts of one that was made before would lack the nonce. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection()
  const language = await visitorLanguage()
  return (
    <html lang={language}>
      <body>
        <Providers {...{ language }} words={COMPILED_WORDS[language]}>
          {children}
        </Providers>
      </body>
    </html>
  )
}
