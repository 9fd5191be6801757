import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Event } from '@/lib/domain/event'
import { applyEvent, type SessionView } from '@/lib/domain/view'
import { isProblem } from './api-problem'
import { applyDelta, type Draft, EMPTY_DRAFT, isBehindGap, settleDraft } from './draft'
import { KEYS } from './keys'
import { followSession, type LiveState } from './live-stream'
import { readFreshView } from './session-query'

/**
 * Keeps what the page knows of a session up to date: events come in by the stream and are folded here, and
 * nowhere else. Where one is missing the whole is read anew.
 */
export function useLiveSession(sessionId: string): LiveState {
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => {
    let asked = 0
    const stream = followSession({
      sessionId,
      after: () => viewOf(client, sessionId)?.seq ?? 0,
      onEvent: event => takeIn(client, sessionId, event),
      onDelta: delta => {
        const draft = client.getQueryData<Draft>(KEYS.draft(sessionId)) ?? EMPTY_DRAFT
        updateDraft(client, sessionId, held => applyDelta(held, delta))
        if (!isBehindGap(draft, delta) || Date.now() - asked < PATIENCE_MS) return
        asked = Date.now()
        stream.reopen()
      },
      onState: setState,
      refresh: () => refresh(client, sessionId),
    })
    return stream.close
  }, [client, sessionId])
  return state
}

/** How long to wait for the beginning of a text before it is asked for again. */
const PATIENCE_MS = 2_000

const viewOf = (client: QueryClient, sessionId: string): SessionView | undefined =>
  client.getQueryData<SessionView>(KEYS.session(sessionId))

function updateDraft(client: QueryClient, sessionId: string, change: (draft: Draft) => Draft): void {
  client.setQueryData<Draft>(KEYS.draft(sessionId), draft => change(draft ?? EMPTY_DRAFT))
}

function takeIn(client: QueryClient, sessionId: string, event: Event | null): void {
  const view = viewOf(client, sessionId)
  if (!event || !view || event.seq > view.seq + 1) {
    void refresh(client, sessionId)
    return
  }
  if (event.seq <= view.seq) return
  client.setQueryData<SessionView>(KEYS.session(sessionId), applyEvent(view, event))
  updateDraft(client, sessionId, draft => settleDraft(draft, event))
  if (TOLD_IN_THE_LIST.has(event.type)) void client.invalidateQueries({ queryKey: KEYS.allSessions })
}

const TOLD_IN_THE_LIST = new Set<Event['type']>([
  'session.changed',
  'run.queued',
  'run.waiting',
  'run.ended',
  'call.decided',
])

/** True where the session can be followed from here: it was read, or reading it may succeed later. */
async function refresh(client: QueryClient, sessionId: string): Promise<boolean> {
  try {
    await readFreshView(client, sessionId)
    return true
  } catch (error) {
    if (isProblem(error)) return false
    throw error
  }
}
