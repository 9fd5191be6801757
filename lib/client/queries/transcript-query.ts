import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fetchApi } from '../api/fetch-api'
import { KEYS } from './keys'

/** Where a page of the transcript starts. */
type TranscriptQuery = { before: string } | { after: string } | { around: string }

/** Entries older than those of the view, and the ways to load more. */
export type OlderEntries = ReturnType<typeof useOlderEntries>

/** `firstSeq`: that of the first entry of the view. `isWhole`: there is nothing before it. */
type ViewStart = { firstSeq: number; isWhole: boolean }

/**
 * Entries before those of the view, a page at a time on demand: those just before it or, with a `place`, those around that
 * place further back.
 */
export function useOlderEntries(sessionId: string, { firstSeq, isWhole }: ViewStart, anchor: number | null) {
  const first = firstPlace(anchor, firstSeq)
  const query = useInfiniteQuery({
    queryKey: KEYS.transcript(sessionId, Object.entries(first).join()),
    queryFn: ({ pageParam }) =>
      fetchApi('GET /api/sessions/{id}/transcript', {
        params: { id: sessionId },
        query: { ...pageParam, limit: 100 },
      }),
    initialPageParam: first,
    getNextPageParam: ({ nextCursor }): TranscriptQuery | null =>
      nextCursor === null ? null : { before: nextCursor },
    getPreviousPageParam: ({ laterCursor }): TranscriptQuery | null =>
      laterCursor === null ? null : { after: laterCursor },
    enabled: anchor !== null,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  const { data, hasNextPage, hasPreviousPage, isFetching, error } = query
  // Pages are newest first; the newest may overlap with the view.
  const entries = useMemo(() => {
    const pages = data?.pages.toReversed() ?? []
    return pages.flatMap(({ items }) => items.filter(({ seq }) => seq < firstSeq))
  }, [data, firstSeq])
  const lastSeq = data?.pages[0]?.items.at(-1)?.seq ?? firstSeq
  const loadEarlier = () => void (data ? query.fetchNextPage() : query.refetch())
  const loadLater = () => void query.fetchPreviousPage()
  return {
    /** Oldest first, without gaps. */
    entries,
    /** Whether entries are missing between the last of these and the first of the view. */
    hasGap: anchor !== null && hasPreviousPage && lastSeq < firstSeq,
    isLoading: isFetching,
    failed: error,
    /** Null at the beginning of the transcript. */
    loadEarlier: isWhole || (data && !hasNextPage) ? null : loadEarlier,
    loadLater,
    /** Repeats what failed. */
    again: query.isFetchPreviousPageError ? loadLater : loadEarlier,
  }
}

const firstPlace = (anchor: number | null, firstSeq: number): TranscriptQuery =>
  anchor === null ? { before: String(firstSeq) } : { around: String(anchor) }
