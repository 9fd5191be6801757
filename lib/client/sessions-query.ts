import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Session } from '@/lib/domain/session'
import { api } from './api'
import { KEYS } from './keys'
import { listen } from './shared-stream'

export type SessionPage = { items: Session[]; nextCursor: string | null }

/** The stream tells what happens; this is for what it may have missed. */
const LOOK_MS = 60_000

/** Sessions whose title or words match, newest activity first. */
export function useSessions(q: string, given: SessionPage) {
  useNewsOfSessions()
  return useQuery({
    queryKey: KEYS.sessions(q),
    queryFn: ({ signal }) => api.listSessions({ q }, signal),
    ...(q === '' ? { initialData: given } : {}),
    placeholderData: keepPreviousData,
    staleTime: 1_000,
    refetchInterval: LOOK_MS,
  })
}

function useNewsOfSessions(): void {
  const client = useQueryClient()
  useEffect(() => {
    const look = (): void => void client.invalidateQueries({ queryKey: KEYS.allSessions })
    return listen({ onHint: look, onState: state => state === 'live' && look() }).leave
  }, [client])
}
