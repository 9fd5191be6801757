'use client'

import { useTranslations } from 'use-intl'
import { Check } from '@/components/ui/choice'
import { FIELD_BOX } from '@/components/ui/looks'
import { DECISION_KINDS, type HistoryFilter, SEARCH_KINDS } from '@/lib/client/queries/history-filters'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

type Props = { filter: HistoryFilter; tools: string[]; onFilter: (filter: HistoryFilter) => void }

const LABEL = 'flex min-w-0 grow'
const FIELD = `min-h-9 w-full min-w-0 py-1 text-[0.8125rem] ${FIELD_BOX}`

export function HistoryFilters({ filter, tools, onFilter }: Props) {
  const t = useTranslations('history.filters')
  const tKind = useTranslations('history.manyKinds')
  const tDecision = useTranslations('history.decisions')
  const people = useRead(KEYS.people, 'GET /api/people').data?.items ?? []
  const toolOptions = tools.map(tool => [tool, tool] as const)
  const decisions = DECISION_KINDS.map(kind => [kind, tDecision(kind)] as const)
  const persons = people.map(({ id, name }) => [id, withVisibleEscapes(name)] as const)
  const select = (
    name: 'tool' | 'decision' | 'person',
    options: (readonly [value: string, text: string])[],
  ) => (
    <label className={`${LABEL} basis-30`}>
      <span className="sr-only">{t(name)}</span>
      <select
        value={filter[name]}
        className={FIELD}
        onChange={({ target }) => onFilter({ ...filter, [name]: target.value })}
      >
        <option value="">{t(`any.${name}`)}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
        {filter[name] !== '' && !options.some(([value]) => value === filter[name]) && (
          <option>{filter[name]}</option>
        )}
      </select>
    </label>
  )
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2 text-quiet text-small">
      <fieldset className="grid min-w-0 shrink-0 grow basis-full grid-cols-3 flex-wrap gap-x-4 gap-y-1 phone:flex">
        <legend className="sr-only">{t('kind')}</legend>
        {SEARCH_KINDS.map(kind => (
          <Check
            key={kind}
            checked={filter.kinds.includes(kind)}
            onChange={({ target }) => {
              const others = filter.kinds.filter(other => other !== kind)
              onFilter({ ...filter, kinds: target.checked ? [...others, kind] : others })
            }}
          >
            {tKind(kind)}
          </Check>
        ))}
      </fieldset>
      {select('tool', toolOptions)}
      {select('decision', decisions)}
      {(people.length > 1 || filter.person !== '') && select('person', persons)}
      {(['from', 'to'] as const).map(end => (
        <label key={end} className={`${LABEL} basis-42 items-center gap-1.5`}>
          {t(end)}
          <input
            type="date"
            value={filter[end]}
            className={FIELD}
            onChange={({ target }) => onFilter({ ...filter, [end]: target.value })}
          />
        </label>
      ))}
    </div>
  )
}
