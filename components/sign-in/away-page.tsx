'use client'

import { useTranslations } from 'use-intl'
import { PlainWords } from '@/components/ui/plain-words'

/** The server is there and cannot work. */
export function AwayPage({ reason }: { reason: string }) {
  const t = useTranslations('signIn.awayPage')
  return (
    <main>
      <PlainWords heading={t('heading')}>
        <p>{reason}</p>
        <p>{t('again')}</p>
      </PlainWords>
    </main>
  )
}
