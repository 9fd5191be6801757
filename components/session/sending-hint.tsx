'use client'

import { useTranslations } from 'use-intl'
import { Key } from '@/components/ui/kbd'
import type { SessionView } from '@/lib/domain/session/view'
import type { DeliveryMode } from './setting-choices'

type Props = { view: SessionView; delivery: DeliveryMode }

/** What sending does just now; while Calls wait, also the keys that lead there and back. */
export function SendingHint({ view, delivery }: Props) {
  const t = useTranslations('session.sessionSheet')
  const name = hintFor(view, delivery)
  return (
    name && (
      <>
        {t(name)}
        {name === 'waiting' && (
          <span aria-hidden="true" className="touch:hidden">
            {t.rich('keys', { escape: () => <Key>Esc</Key>, message: () => <Key>m</Key> })}
          </span>
        )}
      </>
    )
  )
}

type HintName = DeliveryMode | 'waiting' | 'planning'

function hintFor({ session, activeRun, pendingSets }: SessionView, delivery: DeliveryMode): HintName | null {
  if (pendingSets.length > 0) return 'waiting'
  if (activeRun) return delivery
  return session.mode === 'plan' ? 'planning' : null
}
