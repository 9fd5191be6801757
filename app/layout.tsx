import '@fontsource-variable/source-sans-3/wght.css'
import '@fontsource/ibm-plex-mono/400.css'
import '@fontsource/ibm-plex-mono/600.css'
import './globals.css'
import type { Metadata, Viewport } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { preload } from 'react-dom'
import { MESSAGES_FILES } from './messages/messages-file'
import { Providers } from './providers'
import { visitorLanguage, visitorTheme } from './visitor'

export const metadata: Metadata = {
  title: 'Countersign',
  description: 'An agent proposes, a person countersigns.',
  manifest: '/manifest.webmanifest',
  icons: {
    icon: [
      { url: '/favicon.ico', sizes: '32x32' },
      { url: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
    ],
    apple: '/apple-touch-icon.png',
  },
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  interactiveWidget: 'resizes-content',
}

/** Every page is rendered on request: a page rendered in advance would lack the nonce for its scripts. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection()
  const language = await visitorLanguage()
  const { address } = MESSAGES_FILES[language]
  // Beside the scripts, which cannot begin without them, and as late as these: what is painted first needs neither.
  preload(address, { as: 'fetch', crossOrigin: 'anonymous', fetchPriority: 'low' })
  return (
    <html lang={language} data-theme={await visitorTheme()}>
      <body>
        <Providers language={language} address={address}>
          {children}
        </Providers>
      </body>
    </html>
  )
}
