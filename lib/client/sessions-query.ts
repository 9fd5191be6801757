import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Session, SessionState } from '@/lib/domain/session'
import { api } from './api'
import { KEYS } from './keys'
import { usePageByPage } from './page-by-page'
import { listen } from './shared-stream'

export type SessionPage = { items: Session[]; nextCursor: string | null }

/** Which sessions are looked for. `state`: empty for all of them. */
export type SessionsSought = { q: string; state: SessionState | ''; archived: boolean }

export const ALL_SESSIONS: SessionsSought = { q: '', state: '', archived: false }

export const isEverything = ({ q, state, archived }: SessionsSought): boolean =>
  q === '' && state === '' && !archived

/** The stream tells what happens; this is for what it may have missed. */
const LOOK_MS = 60_000

/** Sessions that match, newest activity first, a page at a time. `given`: the first page of all of them. */
export function useSessions(sought: SessionsSought, given: SessionPage) {
  useNewsOfSessions()
  const { q, state, archived } = sought
  const queryKey = KEYS.sessionList(sought)
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      api.listSessions({ q, state, archived: String(archived), cursor: pageParam ?? '' }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    ...(isEverything(sought) ? { initialData: { pages: [given], pageParams: [null] } } : {}),
    placeholderData: keepPreviousData,
    staleTime: 1_000,
    refetchInterval: LOOK_MS,
  })
  return {
    items: query.data?.pages.flatMap(page => page.items) ?? [],
    isKnown: query.data !== undefined,
    error: query.error,
    ...usePageByPage(queryKey, query),
    again: () => void query.refetch(),
  }
}

function useNewsOfSessions(): void {
  const client = useQueryClient()
  useEffect(() => {
    const look = (): void => void client.invalidateQueries({ queryKey: KEYS.allSessions })
    return listen({ onHint: look, onState: state => state === 'live' && look() }).leave
  }, [client])
}
