import { useTranslations } from 'use-intl'
import { PlainWords } from '@/components/ui/plain-words'

export function GoneSession() {
  const t = useTranslations('session.goneSession')
  return (
    <PlainWords heading={t('heading')}>
      <p>{t('what')}</p>
    </PlainWords>
  )
}
