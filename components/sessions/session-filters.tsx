'use client'

import { useTranslations } from 'use-intl'
import type { SessionsSought } from '@/lib/client/sessions-query'

type Props = { asked: SessionsSought; setAsked: (asked: SessionsSought) => void }

const STATES = ['', 'waiting', 'running', 'idle', 'error'] as const satisfies SessionsSought['state'][]

/** Which states are listed, and whether it is the archive that is looked into. */
export function SessionFilters({ asked, setAsked }: Props) {
  const t = useTranslations('sessions.filters')
  return (
    <div className="session-filters">
      <select
        aria-label={t('state')}
        value={asked.state}
        onChange={({ target }) => {
          const state = STATES.find(known => known === target.value) ?? ''
          setAsked({ ...asked, state })
        }}
      >
        {STATES.map(state => (
          <option key={state} value={state}>
            {t(state === '' ? 'all' : state)}
          </option>
        ))}
      </select>
      <label>
        <input
          type="checkbox"
          checked={asked.archived}
          onChange={({ target }) => setAsked({ ...asked, archived: target.checked })}
        />
        {t('archived')}
      </label>
    </div>
  )
}
