'use client'

import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { PlainWords } from '@/components/ui/plain-words'

export function BrokenPage({ again }: { again: () => void }) {
  const t = useTranslations('page.brokenPage')
  return (
    <PlainWords heading={t('heading')}>
      <p>{t('what')}</p>
      <Button look="main" onClick={again}>
        {t('again')}
      </Button>
    </PlainWords>
  )
}
