'use client'

import { keepPreviousData } from '@tanstack/react-query'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListPage, ListSection } from '@/components/list/list-page'
import { ProblemAlert } from '@/components/text/problem-text'
import { Radios } from '@/components/ui/choice'
import { LINK } from '@/components/ui/further-looks'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { dayAfter, dayIn, ownTimeZone } from '@/lib/client/text/usage-days'
import type { UsageReport } from '@/lib/domain/contract/usage-operations'
import { tokensOf } from './usage-bar'
import { UsageByDay } from './usage-charts'
import { UsageTable } from './usage-table'
import { useUsageWords } from './usage-words'

const RANGES = [7, 30, 90] as const

/** What agents used, and how long they waited for people. */
export function UsageView() {
  const t = useTranslations('usage.page')
  const [days, setDays] = useState<number>(30)
  const [today] = useState(() => dayIn(ownTimeZone(), new Date()))
  const from = dayAfter(today, 1 - days)
  const { reports, error, again, isLate } = useUsage({ from, to: today })
  return (
    <ListPage heading={t('heading')}>
      <Radios
        isInline
        label={t('range')}
        value={days}
        options={RANGES.map(count => [count, t('days', { count })] as const)}
        onValue={setDays}
      />
      <ProblemAlert error={error} again={again} />
      {!reports && !error && (
        <p role="status" className="text-quiet">
          {t('loading')}
        </p>
      )}
      {reports && (
        <div aria-busy={isLate || undefined} className="flex flex-col gap-6">
          <Reports reports={reports} />
        </div>
      )}
    </ListPage>
  )
}

type Reports = Record<'day' | 'model' | 'tool' | 'session', UsageReport>

function Reports({ reports: { day, model, tool, session } }: { reports: Reports }) {
  const t = useTranslations('usage.page')
  const tTable = useTranslations('usage.tables')
  if (day.total.requests === 0 && day.total.calls === 0 && day.total.waitingMs === 0)
    return (
      <div className="flex max-w-130 flex-col gap-2 py-6">
        <p>{t('none')}</p>
        <p className="text-quiet">{t('noneHint')}</p>
      </div>
    )
  const models = { ...model, groups: model.groups.filter(({ requests }) => requests > 0) }
  const tools = { ...tool, groups: tool.groups.filter(({ key }) => key !== null) }
  return (
    <>
      <Figures report={day} />
      <UsageByDay report={day} from={day.from ?? day.to} />
      {models.groups.length > 0 && (
        <Section name="model" report={models}>
          {day.total.unpricedRequests > 0 && (
            <p className="max-w-130 text-quiet text-small">
              {tTable.rich('prices', {
                link: text => (
                  <Link href="/settings#models" prefetch={false} className={LINK}>
                    {text}
                  </Link>
                ),
              })}
            </p>
          )}
        </Section>
      )}
      {tools.groups.length > 0 && <Section name="tool" report={tools} />}
      <Section name="session" report={session} />
    </>
  )
}

type SectionProps = { name: 'model' | 'tool' | 'session'; report: UsageReport; children?: ReactNode }

function Section({ name, report, children }: SectionProps) {
  const t = useTranslations('usage.tables')
  return (
    <ListSection id={`by-${name}`} heading={t(name)} spacing="gap-2">
      <UsageTable by={name} report={report} />
      {children}
    </ListSection>
  )
}

const NAMES = ['cost', 'tokens', 'waiting', 'decisions'] as const

/** The sums, each with what explains it; no cost where nothing had a price. */
function Figures({ report: { total } }: { report: UsageReport }) {
  const t = useTranslations('usage.figures')
  const words = useUsageWords()
  const { inputTokens, cachedInputTokens, outputTokens, requests, calls, decisions, decisionMs } = total
  const { cost, unpricedRequests: unpriced } = total
  const inOut = t('inOut', { input: words.short(inputTokens), output: words.short(outputTokens) })
  const share = words.share(cachedInputTokens / Math.max(1, inputTokens))
  const figures = {
    cost: [
      words.cost({ ...total, unpricedRequests: 0 }),
      ...(unpriced > 0 ? [t('unpriced', { count: unpriced })] : []),
    ],
    tokens: [
      words.short(tokensOf(total)),
      t('requests', { count: requests }),
      inOut,
      ...(cachedInputTokens > 0 ? [t('cached', { share })] : []),
    ],
    waiting: [
      total.waitingMs > 0 ? words.duration(total.waitingMs) : words.none,
      t('calls', { count: calls }),
    ],
    decisions: [
      words.count(decisions),
      ...(decisionMs === undefined ? [] : [t('decided', { duration: words.duration(decisionMs) })]),
    ],
  }
  return (
    <dl aria-label={t('name')} className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4">
      {NAMES.filter(name => name !== 'cost' || cost !== null).map(name => (
        <div key={name} className="border-hairline border-t pt-2">
          <dt className="text-quiet text-small">{t(name)}</dt>
          {figures[name].map((text, at) => (
            <dd key={text} className={at === 0 ? 'text-title tabular-nums' : 'text-quiet text-small'}>
              {text}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

type Days = { from: string; to: string }

const MOST_ROWS = 50

/** All four reports of the same days: one without the others would not be of the same moment. */
function useUsage(days: Days) {
  const [day, model] = [useReport('day', days), useReport('model', days)]
  const [tool, session] = [useReport('tool', days), useReport('session', days)]
  const queries = [day, model, tool, session]
  return {
    reports:
      day.data && model.data && tool.data && session.data
        ? { day: day.data, model: model.data, tool: tool.data, session: session.data }
        : null,
    error: queries.find(({ error }) => error)?.error ?? null,
    isLate: queries.some(({ isPlaceholderData }) => isPlaceholderData),
    again: () => {
      for (const { refetch } of queries) void refetch()
    },
  }
}

/** Of other days the former report stays until theirs is there, and with it what has the focus. */
function useReport(groupBy: keyof Reports, { from, to }: Days) {
  const timeZone = ownTimeZone()
  const limit = groupBy === 'day' ? 100 : MOST_ROWS
  return useRead(
    KEYS.usage([groupBy, from, to, timeZone].join(' ')),
    'GET /api/usage',
    { query: { groupBy, from, to, timeZone, limit } },
    { placeholderData: keepPreviousData },
  )
}
