'use client'

import { useCallback } from 'react'
import { DecidingProvider } from '@/components/call/deciding'
import { PendingCalls } from '@/components/call/pending-calls'
import { useDeciding } from '@/components/call/use-deciding'
import { api } from '@/lib/client/api'
import { isProblem } from '@/lib/client/api-problem'
import { useSession } from '@/lib/client/session-query'
import { unsentText } from '@/lib/client/unsent-texts'
import { useLiveSession } from '@/lib/client/use-live-session'
import { useStill } from '@/lib/client/use-still'
import type { SessionView } from '@/lib/domain/view'
import { ExampleRequests } from './example-requests'
import { GoneSession } from './gone-session'
import { MessageBox } from './message-box'
import { PageStatus } from './page-status'
import { QueuedMessages } from './queued-messages'
import { SessionHead } from './session-head'
import { StopButton } from './stop-button'
import { Transcript } from './transcript'
import { useNews } from './use-news'

const TEXT = {
  empty: 'Nothing has been said yet. Write what should be done, or begin with one of these.',
  waiting: 'A message decides nothing: the calls above keep waiting.',
  steering: 'The agent reads it before its next request.',
}

/** A session: what was said, what waits for a person, and where to write. */
export function SessionDesk({ given }: { given: SessionView }) {
  const { view, error } = useSession(given)
  return isProblem(error, 'not_found') ? <GoneSession /> : <Desk view={view} />
}

function Desk({ view: latest }: { view: SessionView }) {
  const view = useStill(latest, '[data-dock]')
  const { id } = view.session
  const live = useLiveSession(id)
  const deciding = useDeciding(view)
  const news = useNews(view, deciding.isMine)
  const isWriting = useCallback(() => unsentText(id) !== '', [id])
  const say = useCallback((text: string, key: string) => api.sendMessage(id, { text }, { key }), [id])
  const run = view.activeRun
  const empty = (
    <div className="flex flex-col items-start gap-3">
      <p>{TEXT.empty}</p>
      <ExampleRequests say={say} />
    </div>
  )
  return (
    <DecidingProvider value={deciding}>
      <SessionHead session={view.session} />
      <Transcript key={id} view={view} whenEmpty={empty} />
      <PageStatus live={live} news={news} />
      <PendingCalls view={view} isWriting={isWriting} />
      <div className="column foot">
        <QueuedMessages sessionId={id} queue={view.queue} />
        <MessageBox
          key={id}
          place={id}
          say={say}
          hint={hintFor(view)}
          beside={run && <StopButton sessionId={id} isStopping={run.stop !== undefined} />}
        />
      </div>
    </DecidingProvider>
  )
}

function hintFor({ activeRun, pendingSets }: SessionView): string | null {
  if (pendingSets.length > 0) return TEXT.waiting
  return activeRun ? TEXT.steering : null
}
