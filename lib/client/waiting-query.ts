import { useQuery } from '@tanstack/react-query'
import { api } from './api'
import { KEYS } from './keys'

/** The stream hints at changes; this is for what it may have missed. */
const LOOK_MS = 60_000

/** Sessions in which Calls wait, those with the newest activity first. Hints of the stream renew it. */
export function useWaitingSessions() {
  return useQuery({
    queryKey: KEYS.waitingSessions,
    queryFn: ({ signal }) => api.listSessions({ state: 'waiting' }, signal),
    staleTime: 1_000,
    refetchInterval: LOOK_MS,
  })
}

/** How many Calls wait in all of them. */
export function useWaitingCount(): number {
  const { data } = useWaitingSessions()
  return (data?.items ?? []).reduce((sum, { pendingCalls }) => sum + pendingCalls, 0)
}
