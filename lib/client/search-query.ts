import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api } from './api'
import { type HistoryAsked, historyAddress, historyQuery } from './history-asked'
import { KEYS } from './keys'

/** What is found in the history, a page at a time; nothing as long as nothing is asked for. */
export function useSearch(asked: HistoryAsked) {
  const address = historyAddress(asked)
  const query = useInfiniteQuery({
    queryKey: KEYS.search(address),
    queryFn: ({ pageParam, signal }) => api.search({ ...historyQuery(asked), cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor,
    enabled: address !== '',
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
  return {
    isAsked: address !== '',
    items: address === '' ? undefined : query.data?.pages.flatMap(page => page.items),
    error: address === '' ? null : query.error,
    isLate: query.isPlaceholderData,
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
    isLoadingMore: query.isFetchingNextPage,
    again: () => void query.refetch(),
  }
}
