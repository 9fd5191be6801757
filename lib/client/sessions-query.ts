import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Session } from '@/lib/domain/session'
import { api } from './api'
import { KEYS } from './keys'

export type SessionPage = { items: Session[]; nextCursor: string | null }

/** How often the list looks for what happened in sessions that this tab does not follow. */
const LOOK_MS = 10_000

/** Sessions whose title or words match, newest activity first. */
export function useSessions(q: string, given: SessionPage) {
  return useQuery({
    queryKey: KEYS.sessions(q),
    queryFn: ({ signal }) => api.listSessions({ q }, signal),
    ...(q === '' ? { initialData: given } : {}),
    placeholderData: keepPreviousData,
    staleTime: 1_000,
    refetchInterval: LOOK_MS,
  })
}
