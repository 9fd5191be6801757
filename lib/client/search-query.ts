import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api } from './api'
import { type HistoryAsked, historyAddress, historyQuery } from './history-asked'
import { KEYS } from './keys'
import { usePageByPage } from './page-by-page'

/** What is found in the history, a page at a time; nothing as long as nothing is asked for. */
export function useSearch(asked: HistoryAsked) {
  const address = historyAddress(asked)
  const queryKey = KEYS.search(address)
  const query = useInfiniteQuery({
    queryKey,
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
    ...usePageByPage(queryKey, query),
    again: () => void query.refetch(),
  }
}
