import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { Radios } from '@/components/ui/choice'
import { LEDGER_LINE } from '@/components/ui/further-looks'
import { PartSign, PartsBar, PartsLegend, TokenBar, tokensOf } from '@/components/usage/usage-bar'
import { useUsageWords } from '@/components/usage/usage-words'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { tokenParts } from '@/lib/client/text/usage-days'
import type { UsageGroup, UsageReport } from '@/lib/domain/contract/usage-operations'
import type { SessionView } from '@/lib/domain/session/view'

const GROUPINGS = ['run', 'request'] as const
type Grouping = (typeof GROUPINGS)[number]

/** What a session used so far, and which of its runs and requests used how much of it. */
export function UsagePanel({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.usage')
  const [grouping, setGrouping] = useState<Grouping>('run')
  const { session, usage, lastRun } = view
  // Asked again whenever the session used something, or waits for something else.
  const moment = [usage.totalTokens, session.state, session.pendingCalls, lastRun?.id].join(' ')
  const { data: report, error } = useRead(
    KEYS.usage([session.id, grouping, moment].join(' ')),
    'GET /api/usage',
    { query: { groupBy: grouping, sessionId: session.id, limit: 50 } },
    { placeholderData: keepPreviousData },
  )
  if (error) return <ProblemAlert error={error} />
  if (!report) return <p className="text-quiet">{t('loading')}</p>
  if (report.total.requests === 0) return <p className="text-quiet">{t('none')}</p>
  return (
    <div className="flex flex-col gap-5">
      <Ledger report={report} view={view} />
      <Bars report={report} grouping={grouping} onGrouping={setGrouping} />
    </div>
  )
}

function Ledger({ report: { total }, view }: { report: UsageReport; view: SessionView }) {
  const t = useTranslations('inspector.usage')
  const words = useUsageWords()
  const { fresh, cached, output } = tokenParts(total)
  const { cacheWriteTokens: written = 0 } = view.usage
  const duration = (ms: number): string => (ms > 0 ? words.duration(ms) : words.none)
  const lines = {
    ...(total.cost === null ? {} : { cost: words.cost(total) }),
    requests: words.count(total.requests),
    fresh: words.count(fresh),
    ...(written > 0 ? { written: words.count(written) } : {}),
    cached: words.count(cached),
    output: words.count(output),
    ...(total.reasoningTokens > 0 ? { reasoning: words.count(total.reasoningTokens) } : {}),
    model: duration(total.modelMs),
    tools: duration(total.toolMs),
    waiting: duration(total.waitingMs),
    decisions: words.count(total.decisions),
  }
  return (
    <div>
      <dl>
        {Object.entries(lines).map(([name, text]) => (
          <div key={name} className={LEDGER_LINE}>
            <dt>{t(name as keyof typeof lines)}</dt>
            <dd className="text-right tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="pt-2 text-quiet text-small">{t('note')}</p>
    </div>
  )
}

type BarsProps = { report: UsageReport; grouping: Grouping; onGrouping: (grouping: Grouping) => void }

function Bars({ report, grouping, onGrouping }: BarsProps) {
  const t = useTranslations('inspector.usage')
  const words = useUsageWords()
  const groups = report.groups.filter(({ key, requests }) => key !== null && requests > 0)
  const most = Math.max(...groups.map(tokensOf))
  return (
    <section aria-label={t('parts')} className="flex flex-col gap-3">
      <Radios
        isInline
        label={t('parts')}
        value={grouping}
        options={GROUPINGS.map(name => [name, t(name)] as const)}
        onValue={onGrouping}
      />
      {report.more > 0 && <p className="text-quiet text-small">{t('more', { count: report.more })}</p>}
      <PartsLegend />
      <ol aria-label={t(grouping)} className="flex flex-col">
        {groups.map(group => (
          <li key={group.key} className="border-hairline border-b py-1.5">
            <span className="flex justify-between gap-3">
              {t(report.groupBy === 'run' ? 'runNamed' : 'requestNamed', { number: group.key ?? '' })}
              <span className="text-right tabular-nums">
                {t('tokens', { count: tokensOf(group) })}
                {group.cost !== null && ` · ${words.cost(group)}`}
              </span>
            </span>
            <TokenBar usage={group} most={most} />
            <GroupTimes group={group} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** How long the model and the tools took, and how long Calls waited; as a bar where there are several of these. */
function GroupTimes({ group: { modelMs, toolMs, waitingMs } }: { group: UsageGroup }) {
  const t = useTranslations('inspector.usage')
  const words = useUsageWords()
  const times = [
    { name: 'modelTime', size: modelMs, pattern: 'full' },
    { name: 'toolTime', size: toolMs, pattern: 'grey' },
    { name: 'waitingTime', size: waitingMs, pattern: 'hatched' },
  ] as const
  const parts = times.filter(({ size }) => size > 0)
  return (
    <>
      <p className="flex flex-wrap gap-x-4 py-0.5 text-quiet text-small tabular-nums">
        {parts.map(({ name, size, pattern }) => (
          <span key={name} className="flex items-center gap-1.5">
            {parts.length > 1 && <PartSign pattern={pattern} />}
            {t(name, { time: words.duration(size) })}
          </span>
        ))}
      </p>
      {parts.length > 1 && <PartsBar parts={parts} />}
    </>
  )
}
