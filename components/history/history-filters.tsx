'use client'

import { useTranslations } from 'use-intl'
import { DECISION_KINDS, type HistoryFilter } from '@/lib/client/queries/history-filters'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

type Props = { filter: HistoryFilter; tools: string[]; onFilter: (filter: HistoryFilter) => void }

const CHIP =
  'inline-flex max-w-full items-center gap-1.5 rounded-full border border-field px-2.5 py-0.5 text-small hover:text-ink touch:min-h-11 touch:text-[1rem]'
const SET = 'bg-hover text-ink'

type Option = readonly [value: string, text: string]

/** What narrows a list down, as chips: those that do are filled. */
export function HistoryFilters({ filter, tools, onFilter }: Props) {
  const t = useTranslations('history.filters')
  const tDecision = useTranslations('history.decisions')
  const people = useRead(KEYS.people, 'GET /api/people').data?.items ?? []
  const options: Record<'tool' | 'decision' | 'person', Option[]> = {
    tool: tools.map(tool => [tool, tool]),
    decision: DECISION_KINDS.map(kind => [kind, tDecision(kind)]),
    person: people.map(({ id, name }) => [id, withVisibleEscapes(name)]),
  }
  const isOffered = {
    tool: filter.kind === 'decision',
    decision: filter.kind === 'decision',
    person: filter.kind !== 'session' && people.length > 1,
  }
  const names = (['tool', 'decision', 'person'] as const).filter(
    name => isOffered[name] || filter[name] !== '',
  )
  return (
    <div className="flex flex-wrap items-center gap-2 text-quiet">
      {names.map(name => (
        <select
          key={name}
          aria-label={t(name)}
          value={filter[name]}
          className={`${CHIP} ${filter[name] === '' ? '' : SET}`}
          onChange={({ target }) => onFilter({ ...filter, [name]: target.value })}
        >
          <option value="">{t(`any.${name}`)}</option>
          {options[name].map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
          {filter[name] !== '' && !options[name].some(([value]) => value === filter[name]) && (
            <option>{filter[name]}</option>
          )}
        </select>
      ))}
      {(['from', 'to'] as const).map(end => (
        <label key={end} className={`${CHIP} ${filter[end] === '' ? '' : SET}`}>
          {t(end)}
          <input
            type="date"
            value={filter[end]}
            className="min-w-0 bg-transparent text-inherit touch:min-h-11 touch:text-[1rem]"
            onChange={({ target }) => onFilter({ ...filter, [end]: target.value })}
          />
        </label>
      ))}
    </div>
  )
}
