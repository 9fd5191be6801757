import { type QueryClient, replaceEqualDeep, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SessionView } from '@/lib/domain/session/view'
import { fetchApi } from '../api/fetch-api'
import { KEYS } from './keys'

/** The view never goes back: an answer that events have overtaken is dropped. What is equal in both stays the same. */
export const newerView = (current: SessionView | undefined, answer: SessionView): SessionView =>
  current && current.seq > answer.seq ? current : replaceEqualDeep(current, withKnownEntries(current, answer))

/**
 * A refetched view has only the last entries. The earlier ones stay, unless some in between are missing: then they are
 * loaded again from where the new view begins.
 */
export function withKnownEntries(current: SessionView | undefined, fresh: SessionView): SessionView {
  const first = fresh.transcript[0]
  const last = current?.transcript.at(-1)
  if (!current || !first || !last || last.seq < first.seq) return fresh
  const before = current.transcript.filter(entry => entry.seq < first.seq)
  return before.length > 0 ? { ...fresh, transcript: [...before, ...fresh.transcript] } : fresh
}

export const sessionQuery = (client: QueryClient, id: string) => ({
  queryKey: KEYS.session(id),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SessionView> => {
    const answer = await fetchApi('GET /api/sessions/{id}', { params: { id }, signal })
    return newerView(client.getQueryData<SessionView>(KEYS.session(id)), answer)
  },
  staleTime: Number.POSITIVE_INFINITY,
  // An event leaves what it does not change as it is; to compare all of a large view after each takes long.
  structuralSharing: false,
})

/** Starts with the view that the server rendered; events and refetches replace it. */
export function useSession(initialView: SessionView): { view: SessionView; error: Error | null } {
  const client = useQueryClient()
  const { id } = initialView.session
  useEffect(() => {
    client.setQueryData<SessionView>(KEYS.session(id), current => newerView(current, initialView))
  }, [client, id, initialView])
  const { view = initialView, error } = useSessionById(id, initialView)
  return { view, error }
}

/** The same for a session that the server may not have rendered. */
export function useSessionById(id: string, initialView: SessionView | undefined) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...sessionQuery(client, id),
    ...(initialView ? { initialData: initialView } : {}),
  })
  return { view: data, error, again: () => void refetch() }
}

/**
 * Refetches a session. Rejects with an ApiProblem. A request under way may bring an older view, so it is cancelled; whoever
 * waits for it gets a CancelledError.
 */
export async function readFreshView(client: QueryClient, id: string): Promise<SessionView> {
  await client.cancelQueries({ queryKey: KEYS.session(id), exact: true })
  return client.fetchQuery({ ...sessionQuery(client, id), staleTime: 0 })
}
