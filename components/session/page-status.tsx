'use client'

import { useTranslations } from 'use-intl'
import type { LiveState } from '@/lib/client/live-state'
import { useConnection } from '@/lib/client/use-connection'

/** The one place where news is said aloud. It is there from the start, else the first news would be missed. */
export function PageStatus({ live, news }: { live: LiveState; news: string }) {
  const t = useTranslations('session.pageStatus')
  const connection = useConnection(live)
  return (
    <div role="status" aria-atomic="false" className="column">
      <span className="sr-only">{news}</span>
      <span className={connection === 'well' ? 'hidden' : 'page-status'}>
        {(connection === 'away' || connection === 'offline') && t('reconnecting')}{' '}
        {(connection === 'offline' || connection === 'back') && t(connection)}
      </span>
    </div>
  )
}
