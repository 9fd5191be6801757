import { useInfiniteQuery } from '@tanstack/react-query'
import type { Entry } from '@/lib/domain/entry'
import { api } from './api'
import { KEYS } from './keys'

/** Entries before those that a view brings, fetched a page at a time when they are asked for. */
export function useEarlierEntries(sessionId: string, firstSeq: number | undefined) {
  const query = useInfiniteQuery({
    queryKey: KEYS.earlier(sessionId),
    queryFn: ({ pageParam }) => api.readTranscript(sessionId, pageParam),
    initialPageParam: String(firstSeq ?? ''),
    getNextPageParam: page => page.nextCursor,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const pages = query.data?.pages ?? []
  const entries: Entry[] = pages.toReversed().flatMap(page => page.items)
  return {
    entries: entries.filter(entry => firstSeq === undefined || entry.seq < firstSeq),
    isLoading: query.isFetching,
    failed: query.error,
    isWhole: pages.length > 0 && !query.hasNextPage,
    load: () => void (pages.length === 0 ? query.refetch() : query.fetchNextPage()),
  }
}
