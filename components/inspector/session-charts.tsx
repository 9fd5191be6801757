'use client'

import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Chart, ChartBar } from '@/components/usage/draw-chart'
import { PartsLegend, tokensOf } from '@/components/usage/usage-bar'
import { tokenBars, UsageChart } from '@/components/usage/usage-charts'
import { useUsageWords } from '@/components/usage/usage-words'
import type { UsageGroup } from '@/lib/domain/contract/usage-operations'

type Grouping = 'run' | 'request'
type Props = { groups: UsageGroup[]; groupBy: Grouping }

const CHARTS = ['tokens', 'cost'] as const
type ChartName = (typeof CHARTS)[number]

/** What each Run or Request used, in their order: tokens and, where any has a price, money. The list has the same numbers. */
export function SessionCharts({ groups, groupBy }: Props) {
  const hasPrices = groups.some(({ cost }) => cost !== null)
  return CHARTS.filter(name => name === 'tokens' || hasPrices).map(name => (
    <SessionChart key={name} name={name} groups={groups} groupBy={groupBy} />
  ))
}

function SessionChart({ name, groups, groupBy }: Props & { name: ChartName }) {
  const t = useTranslations('inspector.charts')
  const words = useUsageWords()
  const chart = useMemo(() => chartOf(name, groups), [name, groups])
  const [most] = groups.toSorted((one, other) => valueIn(name, other) - valueIn(name, one))
  const value = most ? valueIn(name, most) : 0
  const highest = name === 'cost' ? words.money(value) : words.count(value)
  const label = t(`${groupBy}.${name}`, { highest, number: most?.key ?? '' })
  const axis = useMemo(
    () => ({ label, day: (key: string) => key, tick: name === 'cost' ? words.money : words.short }),
    [label, name, words],
  )
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <figcaption className="font-strong">{t(name)}</figcaption>
      <UsageChart chart={chart} words={axis} />
      {name === 'tokens' && <PartsLegend />}
      {chart.unknown.length > 0 && <p className="text-quiet text-small">{t('unpriced')}</p>}
    </figure>
  )
}

const valueIn = (name: ChartName, group: UsageGroup): number =>
  name === 'cost' ? (group.cost ?? 0) : tokensOf(group)

/** The numbers of Runs and Requests stand where days do. */
function chartOf(name: ChartName, groups: UsageGroup[]): Chart {
  const bars = groups.flatMap((group): ChartBar[] => {
    const day = group.key ?? ''
    if (name === 'tokens') return tokenBars(day, group)
    return group.cost ? [{ day, part: 'fresh', from: 0, to: group.cost }] : []
  })
  const unknown = name === 'cost' ? groups.filter(({ cost }) => cost === null) : []
  return { days: groups.map(({ key }) => key ?? ''), bars, unknown: unknown.map(({ key }) => key ?? '') }
}
