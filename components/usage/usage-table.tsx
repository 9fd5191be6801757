import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
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

type Props = { by: Grouping; report: UsageReport }

/** Numbers by what they are grouped by. */
export function UsageTable({ by, report: { groups, more, total } }: Props) {
  const t = useTranslations('usage.tables')
  const tColumn = useTranslations('usage.columns')
  const words = useUsageWords()
  const most = Math.max(...groups.map(tokensOf))
  const columns = COLUMNS[by].filter(column => column !== 'cost' || total.cost !== null)
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a region that scrolls, within its section */}
      <div
        role="group"
        aria-label={t(by)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className="overflow-x-auto"
      >
        <table className="w-full border-collapse tabular-nums text-small">
          <thead>
            <tr className="border-field border-b text-quiet">
              <th scope="col" className="py-1 pr-4 text-left font-normal">
                {tColumn(by)}
              </th>
              {columns.map(column => (
                <th key={column} scope="col" className="py-1 pl-4 text-right font-normal">
                  {tColumn(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map(group => (
              <tr key={group.key} className="border-hairline border-b">
                <th scope="row" className="min-w-35 py-1 pr-4 text-left align-top font-normal wrap-anywhere">
                  <GroupName by={by} group={group} />
                  {(by === 'model' || by === 'session') && <TokenBar usage={group} most={most} />}
                </th>
                {columns.map(column => (
                  <td key={column} className="py-1 pl-4 text-right align-top">
                    {cellText(group, column, words)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p className="text-quiet text-small">{t('more', { count: more })}</p>}
    </>
  )
}

function GroupName({ by, group: { key, title } }: { by: Grouping; group: UsageGroup }): ReactNode {
  const words = useUsageWords()
  if (key === null) return words.none
  if (by === 'day') return <span className="whitespace-nowrap">{words.day(key)}</span>
  if (by !== 'session')
    return (
      <span className="font-mono">
        <VisibleText isLine>{key}</VisibleText>
      </span>
    )
  return (
    <Link href={`/sessions/${key}`} prefetch={false} className={LINK}>
      <VisibleText isLine>{title ?? key}</VisibleText>
    </Link>
  )
}
