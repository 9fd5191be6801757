'use client'

import { useTranslations } from 'use-intl'
import { ConnectButton } from './connect-button'

/**
 * In a session of the demo: what answers there, and the way to a model. It stays where it was once the session has another
 * model, since the focus is on its button then, and it says which.
 */
export function DemoOffer({ sessionId, isDemo }: { sessionId: string; isDemo: boolean }) {
  const t = useTranslations('models.demoOffer')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pb-1">
      {isDemo && <p className="text-quiet text-small low:hidden">{t('demo')}</p>}
      <ConnectButton look="quiet" sessionId={sessionId} />
    </div>
  )
}
