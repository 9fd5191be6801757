'use client'

import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { PendingCalls } from '@/components/call/pending-calls'
import { ContextShare } from '@/components/inspector/context-meter'
import { InspectorButton } from '@/components/inspector/inspector-button'
import { api } from '@/lib/client/api'
import type { LiveState } from '@/lib/client/live-state'
import { unsentText } from '@/lib/client/unsent-texts'
import type { SessionView } from '@/lib/domain/view'
import { ExampleRequests } from './example-requests'
import { MessageBox } from './message-box'
import { PageStatus } from './page-status'
import { QueuedMessages } from './queued-messages'
import { SessionHead } from './session-head'
import { StopButton } from './stop-button'
import { Transcript } from './transcript'

type Props = { view: SessionView; live: LiveState; news: string }

/** A session as it stands: what was said, what waits for a person, and where to write. */
export function SessionSheet({ view, live, news }: Props) {
  const t = useTranslations('session.sessionSheet')
  const { id } = view.session
  const isWriting = useCallback(() => unsentText(id) !== '', [id])
  const say = useCallback((text: string, key: string) => api.sendMessage(id, { text }, { key }), [id])
  const run = view.activeRun
  const hint = hintFor(view)
  const empty = (
    <div className="flex flex-col items-start gap-3">
      <p>{t('empty')}</p>
      <ExampleRequests say={say} />
    </div>
  )
  return (
    <>
      <SessionHead
        session={view.session}
        beside={
          <>
            <ContextShare view={view} />
            <InspectorButton view={view} />
          </>
        }
      />
      <Transcript key={id} view={view} whenEmpty={empty} />
      <PageStatus live={live} news={news} />
      <PendingCalls view={view} isWriting={isWriting} />
      <div className="column foot">
        <QueuedMessages sessionId={id} queue={view.queue} />
        <MessageBox
          key={id}
          place={id}
          sessionId={id}
          say={say}
          hint={hint && t(hint)}
          beside={run && <StopButton sessionId={id} isStopping={run.stop !== undefined} />}
        />
      </div>
    </>
  )
}

function hintFor({
  session,
  activeRun,
  pendingSets,
}: SessionView): 'waiting' | 'planning' | 'steering' | null {
  if (pendingSets.length > 0) return 'waiting'
  if (session.mode === 'plan') return 'planning'
  return activeRun ? 'steering' : null
}
