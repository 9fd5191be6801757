'use client'

import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import {
  type DayUsage,
  everyDay,
  type TimeUnit,
  TOKEN_PARTS,
  type TokenNumbers,
  tokenParts,
  unitFor,
} from '@/lib/client/text/usage-days'
import type { UsageReport } from '@/lib/domain/contract/usage-operations'
import type { Chart, ChartBar, ChartWords } from './draw-chart'
import { PartsLegend, tokensOf } from './usage-bar'
import { UsageTable } from './usage-table'
import { type UsageWords, useUsageWords } from './usage-words'

const NAMES = ['cost', 'tokens', 'waiting', 'deciding'] as const
type ChartName = (typeof NAMES)[number]

/** What each chart shows of a day; null where nobody knows it. */
const VALUES: Record<ChartName, (day: DayUsage) => number | null> = {
  cost: ({ cost }) => cost,
  tokens: tokensOf,
  waiting: ({ waitingMs }) => waitingMs,
  deciding: ({ decisionMs = 0 }) => decisionMs,
}

/** What was used day by day, as charts, and as the table of the same numbers. */
export function UsageByDay({ report, from }: { report: UsageReport; from: string }) {
  const t = useTranslations('usage.charts')
  const [isTable, setIsTable] = useState(false)
  const days = useMemo(() => everyDay({ ...report, from }), [report, from])
  const hasPrices = days.some(({ cost, requests }) => cost !== null && requests > 0)
  return (
    <section aria-labelledby="by-day" className="flex flex-col gap-4">
      <h2 id="by-day" className="font-semibold">
        {t('heading')}
      </h2>
      <div className="grid gap-6 wide:grid-cols-2">
        {NAMES.map(name => (
          <Figure key={name} name={name}>
            {name === 'cost' && !hasPrices ? (
              <p className="py-6 text-quiet">{t('noPrices')}</p>
            ) : (
              <DayChart name={name} days={days} />
            )}
          </Figure>
        ))}
      </div>
      <div className="flex flex-col items-start gap-3">
        <Button aria-expanded={isTable} onClick={() => setIsTable(!isTable)}>
          {t('asTable')}
        </Button>
        <div className="w-full">
          <UsageTable by="day" report={{ groups: report.groups, more: report.more }} isShown={isTable} />
        </div>
      </div>
    </section>
  )
}

function Figure({ name, children }: { name: ChartName; children: ReactNode }) {
  const t = useTranslations('usage.charts')
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <figcaption>
        <h3 className="font-strong">{t(name)}</h3>
        <p className="text-quiet text-small">{t(`${name}Hint`)}</p>
      </figcaption>
      {children}
    </figure>
  )
}

function DayChart({ name, days }: { name: ChartName; days: DayUsage[] }) {
  const t = useTranslations('usage.charts')
  const words = useUsageWords()
  const chart = useMemo(() => chartOf(name, days), [name, days])
  const highest = days.reduce((most, day) => (valueOn(day, name) > valueOn(most, name) ? day : most))
  const between = {
    name: t(name),
    from: words.day(days[0]?.day ?? ''),
    to: words.day(days.at(-1)?.day ?? ''),
  }
  const most = valueOn(highest, name)
  const { unit } = unitFor(most)
  const text = (value: number): string => writtenAs(name, value, words)
  const label =
    most === 0
      ? t('labelNone', between)
      : t('label', { ...between, highest: text(most), day: words.day(highest.day) })
  const axis = useMemo(
    () => ({ label, day: words.day, tick: (value: number) => tickOf(name, { value, unit }, words) }),
    [label, words, name, unit],
  )
  return (
    <>
      <UsageChart chart={chart} words={axis} />
      {name === 'tokens' && <PartsLegend />}
      {chart.unknown.length > 0 && <p className="text-quiet text-small">{t('unpriced')}</p>}
    </>
  )
}

/** A chart as wide as there is room. What draws it is large, and is loaded by the pages that have one. */
export function UsageChart({ chart, words }: { chart: Chart; words: ChartWords }) {
  const t = useTranslations('usage.charts')
  const place = useRef<HTMLDivElement>(null)
  const id = useId().replace(/\W/g, '')
  const [isMissing, setIsMissing] = useState(false)
  useEffect(() => {
    const element = place.current
    let observer: ResizeObserver | null = null
    let isOver = false
    const begin = ({ drawChart }: typeof import('./draw-chart')): void => {
      if (isOver || !element) return
      observer = new ResizeObserver(() => {
        element.replaceChildren(drawChart({ chart, words, width: element.clientWidth, id }))
      })
      observer.observe(element)
    }
    import('./draw-chart').then(begin).catch(() => setIsMissing(true))
    return () => {
      isOver = true
      observer?.disconnect()
    }
  }, [chart, words, id])
  if (isMissing) return <p className="text-quiet">{t('missing')}</p>
  return <div ref={place} className={DRAWING} />
}

/** Of a height of its own, so that nothing moves when it is drawn. */
const DRAWING = 'h-40'

const valueOn = (day: DayUsage, name: ChartName): number => VALUES[name](day) ?? 0

/** Axes of durations count in their unit, so that their ticks are round. */
function chartOf(name: ChartName, days: DayUsage[]): Chart {
  const isTime = name === 'waiting' || name === 'deciding'
  const { ms } = unitFor(Math.max(...days.map(day => valueOn(day, name))))
  const bars = days.flatMap((day): ChartBar[] => {
    if (name === 'tokens') return tokenBars(day.day, day)
    const value = valueOn(day, name)
    return value > 0 ? [{ day: day.day, part: 'fresh', from: 0, to: isTime ? value / ms : value }] : []
  })
  const unknown = days.filter(day => VALUES[name](day) === null).map(({ day }) => day)
  return { days: days.map(({ day }) => day), bars, unknown }
}

/** What was used on a day, or in what else stands in its place. */
export function tokenBars(day: string, usage: TokenNumbers): ChartBar[] {
  const parts = tokenParts(usage)
  let from = 0
  return TOKEN_PARTS.flatMap((part): ChartBar[] => {
    const bar = { day, part, from, to: from + parts[part] }
    from = bar.to
    return parts[part] > 0 ? [bar] : []
  })
}

function writtenAs(name: ChartName, value: number, words: UsageWords): string {
  if (name === 'cost') return words.money(value)
  return name === 'tokens' ? words.count(value) : words.duration(value)
}

function tickOf(
  name: ChartName,
  { value, unit }: { value: number; unit: TimeUnit },
  words: UsageWords,
): string {
  if (name === 'cost') return words.money(value)
  return name === 'tokens' ? words.short(value) : words.tick(value, unit)
}
