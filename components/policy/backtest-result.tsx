import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { PastDecisions } from '@/components/call/forms/past-decisions'
import { ServerText } from '@/components/text/server-words'
import { LINK } from '@/components/ui/further-looks'
import { REMARK } from '@/components/ui/looks'
import type { Backtest } from '@/lib/domain/contract/policy-operations'
import type { Verdict } from '@/lib/domain/policy/rule'
import { RuleSentence } from './rule-sentence'

/** What a rule would have done with past calls. */
export function BacktestResult({ result, effect }: { result: Backtest; effect: Verdict }) {
  const t = useTranslations('policy.backtest')
  const tDecision = useTranslations('history.decisions')
  const { considered, counts, denied, stopped, warnings } = result
  return (
    <section aria-label={t('name')} className="flex flex-col gap-2 border-hairline border-t pt-3">
      {effect === 'allow' ? (
        <PastDecisions result={result} />
      ) : (
        <>
          <p className="font-semibold">
            <RuleSentence rule={result} />
          </p>
          {warnings.map(({ text, codedText }) => (
            <p key={text} className={REMARK}>
              <ServerText codedText={codedText} english={text} />
            </p>
          ))}
          <p>{effect === 'deny' ? t('deny', { count: counts.denied }) : t('ask')}</p>
          <ul aria-label={t('calls')} className="max-h-80 overflow-y-auto empty:hidden">
            {denied.map(({ callId, sessionId, codedText, summary, tool, decided }) => (
              <li key={callId} className="border-hairline border-t py-1.5 wrap-anywhere">
                <Link href={`/sessions/${sessionId}`} prefetch={false} target="_blank" className={LINK}>
                  <ServerText isLine codedText={codedText} english={summary || tool} />
                </Link>{' '}
                <span className="text-quiet text-small">{tDecision(decided)}</span>
              </li>
            ))}
          </ul>
          <p className="text-quiet text-small">
            {t(stopped ? 'stopped' : 'considered', { count: considered })}
          </p>
        </>
      )}
    </section>
  )
}
