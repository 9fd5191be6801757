'use client'

import { DecidingProvider } from '@/components/call/deciding'
import { useDeciding } from '@/components/call/use-deciding'
import { isProblem } from '@/lib/client/api-problem'
import { useSession } from '@/lib/client/session-query'
import { useLiveSession } from '@/lib/client/use-live-session'
import { useStill } from '@/lib/client/use-still'
import type { SessionView } from '@/lib/domain/view'
import { GoneSession } from './gone-session'
import { SessionSheet } from './session-sheet'
import { useNews } from './use-news'

/** A session, kept up to date. */
export function SessionDesk({ given }: { given: SessionView }) {
  const { view, error } = useSession(given)
  return isProblem(error, 'not_found') ? <GoneSession /> : <Desk view={view} />
}

function Desk({ view: latest }: { view: SessionView }) {
  const view = useStill(latest, '[data-dock]')
  const live = useLiveSession(view.session.id)
  const deciding = useDeciding(view)
  const news = useNews(view, deciding.isMine)
  return (
    <DecidingProvider value={deciding}>
      <SessionSheet {...{ view, live, news }} />
    </DecidingProvider>
  )
}
