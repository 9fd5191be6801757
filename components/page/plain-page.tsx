'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button, buttonClasses } from '@/components/ui/button'

export const Wordmark = () => (
  <>
    {/* biome-ignore lint/performance/noImgElement: there is nothing to optimise in a drawing of 300 bytes */}
    <img src="/icon.svg" alt="" width={20} height={20} className="rounded-small" />
    {useTranslations('shell.sidebar')('product')}
  </>
)

/** A page with nothing but a message. */
export const PlainPage = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <div className="mx-auto flex max-w-110 flex-col items-start gap-5 px-5 py-16">
    <h1 className="font-semibold text-display">{heading}</h1>
    {children}
  </div>
)

/** The framework gives it `reset`, which renders again what broke. */
export function BrokenPage({ reset }: { reset: () => void }) {
  const t = useTranslations('page.brokenPage')
  return (
    <PlainPage heading={t('heading')}>
      <p>{t('what')}</p>
      <Button variant="main" onClick={reset}>
        {t('again')}
      </Button>
    </PlainPage>
  )
}

export function NothingHere() {
  const t = useTranslations('page.nothingHere')
  return (
    <PlainPage heading={t('heading')}>
      <p>{t('what')}</p>
      <Link href="/" className={buttonClasses({})}>
        {t('back')}
      </Link>
    </PlainPage>
  )
}

/** The server runs, but cannot work just now. */
export function AwayPage({ reason }: { reason: string }) {
  const t = useTranslations('signIn.awayPage')
  return (
    <main>
      <PlainPage heading={t('heading')}>
        <p>{reason}</p>
        <p>{t('again')}</p>
      </PlainPage>
    </main>
  )
}
