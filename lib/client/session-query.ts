import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SessionView } from '@/lib/domain/view'
import { api } from './api'
import { KEYS } from './keys'
import { withKnownEntries } from './known-entries'

/** What is known never goes back: an answer that was overtaken by events is dropped. */
const newer = (held: SessionView | undefined, fresh: SessionView): SessionView =>
  held && held.seq > fresh.seq ? held : withKnownEntries(held, fresh)

const options = (client: QueryClient, id: string) => ({
  queryKey: KEYS.session(id),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SessionView> => {
    const fresh = await api.readSession(id, signal)
    return newer(client.getQueryData<SessionView>(KEYS.session(id)), fresh)
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Begins with what the server rendered; events and refreshes come over it. */
export function useSession(given: SessionView): { view: SessionView; error: Error | null } {
  const client = useQueryClient()
  const { id } = given.session
  useEffect(() => {
    client.setQueryData<SessionView>(KEYS.session(id), held => newer(held, given))
  }, [client, id, given])
  const query = useQuery({ ...options(client, id), initialData: given })
  return { view: query.data, error: query.error }
}

/** One that may not be known here yet. */
export function useSessionById(id: string, given: SessionView | undefined) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...options(client, id),
    ...(given ? { initialData: given } : {}),
  })
  return { view: data, error, again: () => void refetch() }
}

/**
 * Reads a session anew, whatever is known of it. Rejects with an ApiProblem. An answer that is on its way may
 * be older than the reason to read: it is not waited for, and whoever does gets a CancelledError.
 */
export async function readFreshView(client: QueryClient, id: string): Promise<SessionView> {
  await client.cancelQueries({ queryKey: KEYS.session(id), exact: true })
  return client.fetchQuery({ ...options(client, id), staleTime: 0 })
}
