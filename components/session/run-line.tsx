import { useTranslations } from 'use-intl'
import { Clock } from '@/components/ui/clock'
import type { Run } from '@/lib/domain/run'

/** Where a Run begins: when, and what it took as far as that is known. */
export function RunLine({ at, run }: { at: string; run: Run | undefined }) {
  const t = useTranslations('session.runLine')
  return (
    <p className="run-line figures">
      <Clock at={at} />
      {run?.endedAt && run.usage.totalTokens > 0 && (
        <span>{t('usage', { tokens: run.usage.totalTokens, requests: run.requests })}</span>
      )}
    </p>
  )
}
