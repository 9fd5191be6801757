import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { ListSection } from '@/components/list/list-page'
import { type DayUsage, everyDay, TOKEN_PARTS, tokenParts } from '@/lib/client/text/usage-days'
import type { UsageReport } from '@/lib/domain/contract/usage-operations'
import { PART_LOOKS, PartsLegend, TOKEN_LOOKS, tokensOf } from './usage-bar'
import { UsageTable } from './usage-table'
import { useUsageWords } from './usage-words'

const NAMES = ['cost', 'tokens', 'waiting', 'deciding'] as const
type ChartName = (typeof NAMES)[number]

/** What each chart shows of a day, null where nobody knows it. */
const VALUES: Record<ChartName, (day: DayUsage) => number | null> = {
  cost: ({ cost }) => cost,
  tokens: tokensOf,
  waiting: ({ waitingMs }) => waitingMs,
  deciding: ({ decisionMs = 0 }) => decisionMs,
}

/** The format of each chart's values. */
const FORMATS = { cost: 'money', tokens: 'short', waiting: 'duration', deciding: 'duration' } as const

/** What was used day by day, as charts of all that was used, and as the table of the same numbers. */
export function UsageByDay({ report, from }: { report: UsageReport; from: string }) {
  const t = useTranslations('usage.charts')
  const days = useMemo(() => everyDay({ ...report, from }), [report, from])
  const charts = NAMES.filter(name => days.some(day => valueOn(day, name) > 0))
  return (
    <ListSection id="by-day" heading={t('heading')} spacing="gap-4">
      <div className="grid gap-6 wide:grid-cols-2">
        {charts.map(name => (
          <figure key={name} className="flex min-w-0 flex-col gap-1">
            <figcaption>
              <h3 className="font-strong">{t(name)}</h3>
              <p className="text-quiet text-small">{t(`${name}Hint`)}</p>
            </figcaption>
            <DayChart name={name} days={days} />
          </figure>
        ))}
      </div>
      <details>
        <summary className="w-fit cursor-pointer touch:py-2.5">{t('asTable')}</summary>
        <div className="pt-2">
          <UsageTable by="day" report={report} />
        </div>
      </details>
    </ListSection>
  )
}

const valueOn = (day: DayUsage, name: ChartName): number => VALUES[name](day) ?? 0

/** A column a day. The table has the same numbers; whoever points at a column is told what it shows. */
function DayChart({ name, days }: { name: ChartName; days: DayUsage[] }) {
  const t = useTranslations('usage.charts')
  const words = useUsageWords()
  const written = words[FORMATS[name]]
  const highest = days.reduce((most, day) => (valueOn(day, name) > valueOn(most, name) ? day : most))
  const most = valueOn(highest, name)
  const [from, to] = [words.day(days[0]?.day ?? ''), words.day(days.at(-1)?.day ?? '')]
  const peak = { highest: written(most), day: words.day(highest.day) }
  const label = t('label', { name: t(name), from, to, ...peak })
  return (
    <>
      <p className="min-h-5 text-quiet text-small tabular-nums">{t('highest', peak)}</p>
      <div role="img" aria-label={label} className="flex h-32 items-end gap-px border-field border-b">
        {days.map(day => {
          const value = VALUES[name](day)
          return (
            <span
              key={day.day}
              title={`${words.day(day.day)}: ${value === null ? '?' : written(value)}`}
              className="flex h-full flex-1 items-end justify-center overflow-hidden text-quiet text-small"
            >
              {value === null ? '?' : <Column day={day} name={name} share={value / most} />}
            </span>
          )
        })}
      </div>
      <p className="flex justify-between text-quiet text-small tabular-nums">
        <span>{from}</span>
        <span>{to}</span>
      </p>
      {name === 'tokens' && <PartsLegend />}
      {days.some(day => VALUES[name](day) === null) && (
        <p className="text-quiet text-small">{t('unpriced')}</p>
      )}
    </>
  )
}

/** Tokens stand on each other by their parts. */
function Column({ day, name, share }: { day: DayUsage; name: ChartName; share: number }) {
  const parts = tokenParts(day)
  return (
    <span className="flex w-full flex-col-reverse" style={{ height: `${100 * share}%` }}>
      {name === 'tokens' ? (
        TOKEN_PARTS.map(part => (
          <span
            key={part}
            className={parts[part] > 0 ? PART_LOOKS[TOKEN_LOOKS[part]] : ''}
            style={{ flexGrow: parts[part] }}
          />
        ))
      ) : (
        <span className="grow bg-ink" />
      )}
    </span>
  )
}
