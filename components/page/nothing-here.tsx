'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { PlainWords } from '@/components/ui/plain-words'

export function NothingHere() {
  const t = useTranslations('page.nothingHere')
  return (
    <PlainWords heading={t('heading')}>
      <p>{t('what')}</p>
      <Link href="/" className="underline underline-offset-4">
        {t('back')}
      </Link>
    </PlainWords>
  )
}
