import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Entry } from '@/lib/domain/entry'
import { api } from './api'
import { KEYS } from './keys'

/** Entries before those that a view brings, fetched a page at a time when they are asked for. */
export function useEarlierEntries(sessionId: string, firstSeq: number | undefined) {
  const query = useInfiniteQuery({
    queryKey: KEYS.earlier(sessionId, firstSeq ?? 0),
    queryFn: ({ pageParam }) => api.readTranscript(sessionId, pageParam),
    initialPageParam: String(firstSeq ?? ''),
    getNextPageParam: page => page.nextCursor,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  const pages = query.data?.pages
  const entries = useMemo((): Entry[] => (pages ?? []).toReversed().flatMap(page => page.items), [pages])
  return {
    entries,
    isLoading: query.isFetching,
    failed: query.error,
    isWhole: pages !== undefined && !query.hasNextPage,
    load: () => void (pages ? query.fetchNextPage() : query.refetch()),
  }
}
