'use client'

import { useTranslations } from 'use-intl'
import { DECISION_KINDS, type HistoryAsked, SEARCH_KINDS } from '@/lib/client/history-asked'

type Props = { asked: HistoryAsked; tools: string[]; onAsk: (asked: HistoryAsked) => void }

/** What else must be so of what is found. */
export function HistoryFilters({ asked, tools, onAsk }: Props) {
  const t = useTranslations('history.filters')
  const tKind = useTranslations('history.manyKinds')
  const tDecision = useTranslations('history.decisions')
  const known = asked.tool === '' || tools.includes(asked.tool) ? tools : [asked.tool, ...tools]
  return (
    <div className="found-filters">
      <fieldset className="found-kinds">
        <legend className="sr-only">{t('kind')}</legend>
        {SEARCH_KINDS.map(kind => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={asked.kinds.includes(kind)}
              onChange={({ target }) => {
                const others = asked.kinds.filter(chosen => chosen !== kind)
                onAsk({ ...asked, kinds: target.checked ? [...others, kind] : others })
              }}
            />
            {tKind(kind)}
          </label>
        ))}
      </fieldset>
      <label>
        {t('tool')}
        <select
          value={asked.tool}
          className="field"
          onChange={({ target }) => onAsk({ ...asked, tool: target.value })}
        >
          <option value="">{t('anyTool')}</option>
          {known.map(tool => (
            <option key={tool}>{tool}</option>
          ))}
        </select>
      </label>
      <label>
        {t('decision')}
        <select
          value={asked.decision}
          className="field"
          onChange={({ target }) => {
            onAsk({ ...asked, decision: DECISION_KINDS.find(kind => kind === target.value) ?? '' })
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
        <label key={end}>
          {t(end)}
          <input
            type="date"
            value={asked[end]}
            className="field"
            onChange={({ target }) => onAsk({ ...asked, [end]: target.value })}
          />
        </label>
      ))}
    </div>
  )
}
