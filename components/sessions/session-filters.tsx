import { useTranslations } from 'use-intl'
import { Choice, Select } from '@/components/ui/choice'
import type { SessionFilter } from '@/lib/client/queries/sessions-query'

type FilterProps = { filter: SessionFilter; setFilter: (filter: SessionFilter) => void }

const STATES = ['', 'waiting', 'running', 'idle', 'error'] as const satisfies SessionFilter['state'][]

/** Which sessions are listed, beside those whose title was searched for. */
export function SessionFilters({ filter, setFilter }: FilterProps) {
  const t = useTranslations('sessions.filters')
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 ps-1 pe-2 text-quiet text-small">
      <Select
        aria-label={t('state')}
        value={filter.state}
        options={STATES.map(state => [state, t(state || 'all')] as const)}
        onValue={state => setFilter({ ...filter, state })}
      />
      <Choice isInline checked={filter.archived} onValue={archived => setFilter({ ...filter, archived })}>
        {t('archived')}
      </Choice>
    </div>
  )
}
