'use client'

import { useTranslations } from 'use-intl'
import { Check } from '@/components/ui/choice'
import { FIELD_BOX } from '@/components/ui/looks'
import { DECISION_KINDS, type HistoryFilter, SEARCH_KINDS } from '@/lib/client/queries/history-filters'

type Props = { filter: HistoryFilter; tools: string[]; onFilter: (filter: HistoryFilter) => void }

const LABEL = 'flex min-w-0 grow basis-35'
const FIELD = `min-h-9 w-full min-w-0 py-1 text-[0.8125rem] ${FIELD_BOX}`

export function HistoryFilters({ filter, tools, onFilter }: Props) {
  const t = useTranslations('history.filters')
  const tKind = useTranslations('history.manyKinds')
  const tDecision = useTranslations('history.decisions')
  const options = filter.tool === '' || tools.includes(filter.tool) ? tools : [filter.tool, ...tools]
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
      <label className={LABEL}>
        <span className="sr-only">{t('tool')}</span>
        <select
          value={filter.tool}
          className={FIELD}
          onChange={({ target }) => onFilter({ ...filter, tool: target.value })}
        >
          <option value="">{t('anyTool')}</option>
          {options.map(tool => (
            <option key={tool}>{tool}</option>
          ))}
        </select>
      </label>
      <label className={LABEL}>
        <span className="sr-only">{t('decision')}</span>
        <select
          value={filter.decision}
          className={FIELD}
          onChange={({ target }) => {
            onFilter({ ...filter, decision: DECISION_KINDS.find(kind => kind === target.value) ?? '' })
          }}
        >
          <option value="">{t('anyDecision')}</option>
          {DECISION_KINDS.map(kind => (
            <option key={kind} value={kind}>
              {tDecision(kind)}
            </option>
          ))}
        </select>
      </label>
      {(['from', 'to'] as const).map(end => (
        <label key={end} className={`${LABEL} items-center gap-1.5`}>
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
