'use client'

import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { Clock } from '@/components/ui/clock'
import type { Evidence } from '@/lib/domain/call'

/** What is known of an execution whose end nobody saw. */
export function UnknownOutcome({ evidence }: { evidence: Evidence | undefined }) {
  const t = useTranslations('call.unknownOutcome')
  return (
    <div className="remark">
      <p className="font-semibold">{t('heading')}</p>
      <p>{t('what')}</p>
      {evidence && (
        <p>
          {t.rich('began', { at: () => <Clock at={evidence.startedAt} /> })}{' '}
          {evidence.processDead ? t('dead') : t('alive')}
        </p>
      )}
      {evidence?.lastOutput && (
        <>
          <p>{t('last')}</p>
          <div className="paper-block px-2.5 py-1">
            <CodeText>{evidence.lastOutput}</CodeText>
          </div>
        </>
      )}
      <p>{t('again')}</p>
    </div>
  )
}
