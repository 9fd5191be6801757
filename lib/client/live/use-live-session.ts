import {
  isCancelledError,
  type QueryClient,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { StreamEvent } from '@/lib/domain/session/event'
import { isKnownEvent } from '@/lib/domain/session/event-kind'
import { applyEvent, type SessionView } from '@/lib/domain/session/view'
import { isProblem } from '../api/fetch-api'
import { KEYS } from '../queries/keys'
import { readFreshView } from '../queries/session-query'
import { applyDelta, EMPTY_DRAFT, isBehindGap, type LiveDraft, settleDraft, withoutReply } from './draft'
import { listen } from './shared-sse-connection'
import type { LiveState } from './tab-channel'

/**
 * Keeps the page's view of a session up to date: events arrive by the stream and are folded here, and nowhere else. If one
 * is missing, the whole view is refetched.
 */
export function useLiveSession(sessionId: string): LiveState {
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => {
    let repeatedAt = 0
    updateDraft(client, sessionId, withoutReply)
    let polling: ReturnType<typeof setInterval> | undefined
    const stream = listen({
      follow: () => ({ sessionId, after: viewOf(client, sessionId)?.seq ?? 0 }),
      onEvent: event => {
        if (event && event.sessionId !== sessionId) return
        fold(client, sessionId, event)
      },
      onDelta: delta => {
        if (delta.sessionId !== sessionId) return
        const draft = client.getQueryData<LiveDraft>(KEYS.draft(sessionId)) ?? EMPTY_DRAFT
        client.setQueryData<LiveDraft>(KEYS.draft(sessionId), applyDelta(draft, delta))
        if (!isBehindGap(draft, delta) || Date.now() - repeatedAt < PATIENCE_MS) return
        repeatedAt = Date.now()
        stream.again()
      },
      onPresence: present => {
        if (present.sessionId === sessionId) client.setQueryData(KEYS.presence(sessionId), present.people)
      },
      // What happened before the stream opened is fetched, the rest arrives by the stream; while there is none, the
      // page polls.
      onState: now => {
        setState(now)
        clearInterval(polling)
        if (now !== 'connecting') void refresh(client, sessionId)
        if (now === 'reconnecting') polling = setInterval(() => void refresh(client, sessionId), POLL_MS)
      },
    })
    return () => {
      clearInterval(polling)
      stream.leave()
    }
  }, [client, sessionId])
  return state
}

/** How often to poll while there is no stream. */
const POLL_MS = 5_000

/** How long to wait for the beginning of a text before requesting it again. */
const PATIENCE_MS = 2_000

const viewOf = (client: QueryClient, sessionId: string): SessionView | undefined =>
  client.getQueryData<SessionView>(KEYS.session(sessionId))

function updateDraft(client: QueryClient, sessionId: string, change: (draft: LiveDraft) => LiveDraft): void {
  client.setQueryData<LiveDraft>(KEYS.draft(sessionId), draft => change(draft ?? EMPTY_DRAFT))
}

function fold(client: QueryClient, sessionId: string, event: StreamEvent | null): void {
  const view = viewOf(client, sessionId)
  if (!event || !view || event.type === 'session.deleted' || event.seq > view.seq + 1) {
    void refresh(client, sessionId)
    return
  }
  if (event.type === 'policy.changed') void client.invalidateQueries({ queryKey: KEYS.allRules })
  // The view may have the message before its event comes; what was being written goes all the same.
  if (isKnownEvent(event)) updateDraft(client, sessionId, draft => settleDraft(draft, event))
  if (event.seq <= view.seq) return
  client.setQueryData<SessionView>(KEYS.session(sessionId), applyEvent(view, event))
  // What an unknown event changed is unknown, too.
  if (!isKnownEvent(event)) void refresh(client, sessionId)
}

/** Refetches the view. If that fails, the page shows the problem, and the stream says when to try again. */
async function refresh(client: QueryClient, sessionId: string): Promise<void> {
  try {
    await readFreshView(client, sessionId)
  } catch (error) {
    if (!isProblem(error) && !isCancelledError(error)) throw error
  }
}

/** A part of the text that is being written in a session. A component re-renders only when its own part changes. */
export function useDraft<T>(sessionId: string, select: (draft: LiveDraft) => T): T | undefined {
  return useQuery({ queryKey: KEYS.draft(sessionId), queryFn: skipToken, select }).data
}

/** The state of the stream, for what follows no session of its own. */
export function useLiveState(): LiveState {
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => listen({ onState: setState }).leave, [])
  return state
}
