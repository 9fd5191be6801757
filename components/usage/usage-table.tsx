import Link from 'next/link'
import { Fragment, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DataTable } from '@/components/list/data-table'
import { CodeName, VisibleText } from '@/components/text/visible-text'
import { LINK } from '@/components/ui/further-looks'
import type {
  UsageGroup,
  UsageGrouping,
  UsageNumbers,
  UsageReport,
} from '@/lib/domain/contract/usage-operations'
import { TokenBar, tokensOf } from './usage-bar'
import { type UsageWords, useUsageWords } from './usage-words'

type Grouping = Extract<UsageGrouping, 'day' | 'model' | 'tool' | 'session'>
type Column = Exclude<keyof UsageNumbers, 'unpricedRequests' | 'reasoningTokens'> | 'tokens'

const REQUESTS: Column[] = ['requests', 'inputTokens', 'cachedInputTokens', 'outputTokens', 'cost']

const COLUMNS: Record<Grouping, Column[]> = {
  day: [...REQUESTS, 'waitingMs', 'decisions', 'decisionMs'],
  model: [...REQUESTS, 'modelMs'],
  tool: ['calls', 'toolMs', 'waitingMs', 'decisions', 'decisionMs'],
  session: ['requests', 'tokens', 'cost', 'waitingMs', 'decisions'],
}

const isDuration = (column: Column) => /Ms$/.test(column)

function cellText(usage: UsageNumbers, column: Column, words: UsageWords): string {
  if (column === 'cost') return words.cost(usage)
  const value = column === 'tokens' ? tokensOf(usage) : usage[column]
  if (value === undefined || (value === 0 && isDuration(column))) return words.none
  return isDuration(column) ? words.duration(value) : words.count(value)
}

/** Numbers by what they are grouped by. */
export function UsageTable({ by, report: { groups, more, total } }: { by: Grouping; report: UsageReport }) {
  const t = useTranslations('usage.tables')
  const tColumn = useTranslations('usage.columns')
  const words = useUsageWords()
  const most = Math.max(...groups.map(tokensOf))
  const columns = COLUMNS[by].filter(column => column !== 'cost' || total.cost !== null)
  return (
    <>
      <DataTable
        label={t(by)}
        columns={[by, ...columns].map(column => tColumn(column))}
        rows={groups.map(group => ({
          key: `${group.key}`,
          cells: [
            <Fragment key="name">
              <GroupName by={by} group={group} />
              {(by === 'model' || by === 'session') && <TokenBar usage={group} most={most} />}
            </Fragment>,
            ...columns.map(column => cellText(group, column, words)),
          ],
        }))}
      />
      {more > 0 && <p className="text-quiet text-small">{t('more', { count: more })}</p>}
    </>
  )
}

function GroupName({ by, group: { key, title } }: { by: Grouping; group: UsageGroup }): ReactNode {
  const words = useUsageWords()
  if (key === null) return words.none
  if (by === 'day') return <span className="whitespace-nowrap">{words.day(key)}</span>
  if (by !== 'session') return <CodeName>{key}</CodeName>
  return (
    <Link href={`/sessions/${key}`} prefetch={false} className={LINK}>
      <VisibleText isLine>{title ?? key}</VisibleText>
    </Link>
  )
}
