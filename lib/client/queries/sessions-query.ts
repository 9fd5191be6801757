import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CursorPage } from '@/lib/domain/contract/operation'
import type { Session, SessionState } from '@/lib/domain/session/session'
import { fetchApi } from '../api/fetch-api'
import { listen } from '../live/shared-sse-connection'
import { KEYS } from './keys'
import { useRead } from './use-api'
import { useList } from './use-list'

export type SessionListPage = CursorPage<Session>

/** Which sessions to list. An empty `state` means all. */
export type SessionFilter = { q: string; state: SessionState | ''; archived: boolean }

export const ALL_SESSIONS: SessionFilter = { q: '', state: '', archived: false }

export const isEverything = ({ q, state, archived }: SessionFilter): boolean =>
  q === '' && state === '' && !archived

/** The stream announces changes; polling finds what it may have missed. */
const POLL_MS = 60_000

/** `firstPage`: the first page of all sessions, as the server rendered it. */
export function useSessions(filter: SessionFilter, firstPage: SessionListPage) {
  useNewsOfSessions()
  const { q, state, archived } = filter
  const { items, ...list } = useList(KEYS.sessionList(filter), {
    read: (cursor, signal) => {
      const query = { q, state, archived: archived ? ('true' as const) : ('false' as const), cursor }
      return fetchApi('GET /api/sessions', { query, signal })
    },
    firstPage: isEverything(filter) ? firstPage : undefined,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  return { items: items ?? [], isKnown: items !== undefined, ...list }
}

function useNewsOfSessions(): void {
  const client = useQueryClient()
  useEffect(() => {
    const refetch = (): void => void client.invalidateQueries({ queryKey: KEYS.allSessions })
    return listen({ onHint: refetch, onState: state => state === 'live' && refetch() }).leave
  }, [client])
}

/** Sessions with waiting Calls. */
export const useWaitingSessions = () =>
  useRead(
    KEYS.waitingSessions,
    'GET /api/sessions',
    { query: { state: 'waiting' } },
    { refetchInterval: POLL_MS },
  )

/** The number of Calls that wait, in all sessions: the same as in the inbox. */
export const useWaitingCount = (): number => useWaitingSessions().data?.waitingCalls ?? 0
