import { isCancelledError, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Event } from '@/lib/domain/event'
import { applyEvent, type SessionView } from '@/lib/domain/view'
import { isProblem } from './api-problem'
import { applyDelta, type Draft, EMPTY_DRAFT, isBehindGap, settleDraft } from './draft'
import { KEYS } from './keys'
import type { LiveState } from './live-state'
import { readFreshView } from './session-query'
import { listen } from './shared-stream'

/**
 * Keeps what the page knows of a session up to date: events come in by the stream and are folded here, and
 * nowhere else. Where one is missing the whole is read anew.
 */
export function useLiveSession(sessionId: string): LiveState {
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => {
    let asked = 0
    let looking: ReturnType<typeof setInterval> | undefined
    const stream = listen({
      follow: () => ({ sessionId, after: viewOf(client, sessionId)?.seq ?? 0 }),
      onEvent: event => {
        if (event && event.sessionId !== sessionId) return
        takeIn(client, sessionId, event)
      },
      onDelta: delta => {
        if (delta.sessionId !== sessionId) return
        const draft = client.getQueryData<Draft>(KEYS.draft(sessionId)) ?? EMPTY_DRAFT
        client.setQueryData<Draft>(KEYS.draft(sessionId), applyDelta(draft, delta))
        if (!isBehindGap(draft, delta) || Date.now() - asked < PATIENCE_MS) return
        asked = Date.now()
        stream.again()
      },
      // What happened before the stream was there is read, what happens after that comes by it; while it is
      // away the page looks for itself.
      onState: now => {
        setState(now)
        clearInterval(looking)
        if (now !== 'connecting') void refresh(client, sessionId)
        if (now === 'reconnecting') looking = setInterval(() => void refresh(client, sessionId), LOOK_MS)
      },
    })
    return () => {
      clearInterval(looking)
      stream.leave()
    }
  }, [client, sessionId])
  return state
}

/** How often to look while there is no stream. */
const LOOK_MS = 5_000

/** How long to wait for the beginning of a text before it is asked for again. */
const PATIENCE_MS = 2_000

const viewOf = (client: QueryClient, sessionId: string): SessionView | undefined =>
  client.getQueryData<SessionView>(KEYS.session(sessionId))

function updateDraft(client: QueryClient, sessionId: string, change: (draft: Draft) => Draft): void {
  client.setQueryData<Draft>(KEYS.draft(sessionId), draft => change(draft ?? EMPTY_DRAFT))
}

function takeIn(client: QueryClient, sessionId: string, event: Event | null): void {
  const view = viewOf(client, sessionId)
  if (!event || !view || event.type === 'session.deleted' || event.seq > view.seq + 1) {
    void refresh(client, sessionId)
    return
  }
  if (event.seq <= view.seq) return
  client.setQueryData<SessionView>(KEYS.session(sessionId), applyEvent(view, event))
  updateDraft(client, sessionId, draft => settleDraft(draft, event))
}

/** Reads the whole anew. Where that fails the page shows the problem; the stream says when it is worth another try. */
async function refresh(client: QueryClient, sessionId: string): Promise<void> {
  try {
    await readFreshView(client, sessionId)
  } catch (error) {
    if (!isProblem(error) && !isCancelledError(error)) throw error
  }
}
