import type { CallSet } from '@/lib/domain/call'

/** A set that waits, as the list of the inbox knows it; the set itself is part of its session. */
export type WaitingSet = Pick<CallSet, 'id' | 'sessionId' | 'createdAt'> & { sessionTitle: string }

export type WaitingPage = { items: WaitingSet[]; nextCursor: string | null }

/** Sets that are shown at a time. */
export const INBOX_PAGE = 10

export const toWaitingSet = (set: WaitingSet): WaitingSet => ({
  id: set.id,
  sessionId: set.sessionId,
  createdAt: set.createdAt,
  sessionTitle: set.sessionTitle,
})
