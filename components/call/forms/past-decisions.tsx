import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { ServerText } from '@/components/text/server-words'
import { LINK } from '@/components/ui/further-looks'
import { REMARK } from '@/components/ui/looks'
import type { Backtest } from '@/lib/domain/contract/policy-operations'
import type { Verdict } from '@/lib/domain/policy/rule'

type PastCall = Backtest['conflicts'][number]

const MOST_LISTED = 5

/**
 * A Rule, and what it would have done with past Calls: first those that people had not let run as they were, or that it
 * would deny.
 */
export function PastDecisions({ result, effect = 'allow' }: { result: Backtest; effect?: Verdict }) {
  const t = useTranslations('call.backtest')
  const { text, codedText, counts, considered, stopped, warnings } = result
  const isDenial = effect === 'deny'
  const count = isDenial ? counts.denied : counts.conflicts
  const listed = (isDenial ? result.denied : result.conflicts).slice(0, MOST_LISTED)
  return (
    <div className="flex flex-col gap-1 text-small">
      <p className="font-semibold wrap-anywhere">
        <ServerText codedText={codedText} english={text} isLine />
      </p>
      {(count > 0 || warnings.length > 0) && (
        <div className={REMARK}>
          {count > 0 && <p>{t(isDenial ? 'denied' : 'conflicts', { count })}</p>}
          {listed.map(call => (
            <ListedCall key={call.callId} call={call} />
          ))}
          {count > listed.length && (
            <p className="text-quiet">{t('more', { count: count - listed.length })}</p>
          )}
          {warnings.map(warning => (
            <p key={warning.text}>
              <ServerText codedText={warning.codedText} english={warning.text} />
            </p>
          ))}
        </div>
      )}
      <p className="text-quiet">
        {t(effect, { count: isDenial ? considered : counts.allowed - count })}
        {stopped && ` ${t('stopped', { count: considered })}`}
      </p>
    </div>
  )
}

function ListedCall({ call: { sessionId, tool, summary, codedText, decided } }: { call: PastCall }) {
  const t = useTranslations('call.backtest')
  return (
    <p className="wrap-anywhere touch:py-2.5">
      <Link href={`/sessions/${sessionId}`} prefetch={false} target="_blank" className={LINK}>
        <ServerText codedText={codedText} english={summary || tool} />
      </Link>{' '}
      <span className="text-quiet">{t('decided', { kind: decided })}</span>
    </p>
  )
}
