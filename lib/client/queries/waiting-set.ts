import type { CallSet } from '@/lib/domain/call/call'
import type { CursorPage } from '@/lib/domain/contract/operation'

/** A waiting set in the list of the inbox; the set itself is part of its session. */
export type WaitingSet = Pick<CallSet, 'id' | 'sessionId' | 'createdAt'> & { sessionTitle: string }

export type WaitingPage = CursorPage<WaitingSet>

/** How many sets are shown at a time. */
export const INBOX_PAGE = 10

export const toWaitingSet = (set: WaitingSet): WaitingSet => ({
  id: set.id,
  sessionId: set.sessionId,
  createdAt: set.createdAt,
  sessionTitle: set.sessionTitle,
})
