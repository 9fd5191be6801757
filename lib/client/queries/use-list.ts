import {
  type InfiniteData,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CursorPage } from '@/lib/domain/contract/operation'

type Page<T, P> = P & CursorPage<T>

type QueryOptions<Data> = UseInfiniteQueryOptions<Data, Error, InfiniteData<Data>, readonly unknown[], string>

type Options<T, P> = Pick<QueryOptions<Page<T, P>>, 'placeholderData' | 'refetchInterval' | 'enabled'> & {
  /** An empty cursor means the first page. */
  read: (cursor: string, signal: AbortSignal) => Promise<Page<T, P>>
  firstPage?: Page<T, P> | undefined
}

/** A list, a page at a time. */
export function useList<T, P>(queryKey: readonly unknown[], { read, firstPage, ...options }: Options<T, P>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (page: CursorPage<T>) => page.nextCursor,
    ...(firstPage ? { initialData: { pages: [firstPage], pageParams: [''] } } : {}),
    ...options,
  })
  return {
    items: query.data?.pages.flatMap(page => page.items),
    /** What the server said last. */
    page: query.data?.pages.at(-1),
    error: query.error,
    isLate: query.isPlaceholderData,
    ...usePageByPage(queryKey, query),
    again: () => void query.refetch(),
  }
}

/**
 * The next page of a list on demand. A change of the list refetches it, which cancels a page under way: so the request is
 * remembered until that page is there, and repeated if need be. Switching to another `list` ends it.
 */
function usePageByPage(list: readonly unknown[], query: UseInfiniteQueryResult<InfiniteData<unknown>>) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const [request, setRequest] = useState({ list: '', pages: 0 })
  const name = JSON.stringify(list)
  const pages = data?.pages.length ?? 0
  const lacks = hasNextPage && request.list === name && pages < request.pages
  const again = lacks && !isFetching && !isError
  useEffect(() => {
    if (again) void fetchNextPage()
  }, [again, fetchNextPage])
  const more = (): void => {
    setRequest({ list: name, pages: pages + 1 })
    void fetchNextPage()
  }
  return { more: hasNextPage ? more : null, isLoadingMore: lacks && (isFetching || !isError) }
}
