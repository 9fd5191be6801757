import type { InfiniteData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

type Query = {
  data: InfiniteData<{ nextCursor: string | null }, unknown> | undefined
  hasNextPage: boolean
  isFetching: boolean
  isError: boolean
  fetchNextPage: () => Promise<unknown>
}

/**
 * The next page of a list, when it is asked for. News of the list has it read anew, which takes the place of a
 * page that is under way: so what was asked for is kept until it is here, and asked for again.
 * `list`: which list it is; what was asked of another one is forgotten.
 */
export function usePageByPage(list: readonly unknown[], query: Query) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const [asked, setAsked] = useState({ list: '', pages: 0 })
  const name = JSON.stringify(list)
  const pages = data?.pages.length ?? 0
  const lacks = hasNextPage && asked.list === name && pages < asked.pages
  const again = lacks && !isFetching && !isError
  useEffect(() => {
    if (again) void fetchNextPage()
  }, [again, fetchNextPage])
  const more = (): void => {
    setAsked({ list: name, pages: pages + 1 })
    void fetchNextPage()
  }
  return { more: hasNextPage ? more : null, isLoadingMore: lacks && (isFetching || !isError) }
}
