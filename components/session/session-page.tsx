'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DecidingProvider, NO_DECIDING } from '@/components/call/set/deciding'
import { PlainPage } from '@/components/page/plain-page'
import { isProblem } from '@/lib/client/api/fetch-api'
import { useLiveSession } from '@/lib/client/live/use-live-session'
import { useSession } from '@/lib/client/queries/session-query'
import type { SessionView } from '@/lib/domain/session/view'
import { useAnnouncement } from './page-status'
import { SessionSheet } from './session-sheet'

/** A session, kept up to date. */
export function SessionPage({ initialView }: { initialView: SessionView }) {
  const { view, error } = useSession(initialView)
  const t = useTranslations('session.goneSession')
  if (!isProblem(error, 'not_found')) return <LiveSession view={view} />
  return (
    <PlainPage heading={t('heading')}>
      <p>{t('what')}</p>
    </PlainPage>
  )
}

function LiveSession({ view }: { view: SessionView }) {
  const live = useLiveSession(view.session.id)
  const [deciding, setDeciding] = useState(NO_DECIDING)
  const announcement = useAnnouncement(view)
  return (
    <DecidingProvider value={deciding}>
      <SessionSheet view={view} live={live} announcement={announcement} onDeciding={setDeciding} />
    </DecidingProvider>
  )
}
