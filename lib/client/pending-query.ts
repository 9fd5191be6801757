import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from './api'
import { KEYS } from './keys'
import { usePageByPage } from './page-by-page'
import { INBOX_PAGE, toWaitingSet, type WaitingPage } from './waiting-set'

/** The stream hints at changes; this is for what it may have missed. */
const LOOK_MS = 60_000

/** Waiting sets of all sessions, oldest first. Hints of the stream renew them. */
export function useWaitingSets(given: WaitingPage) {
  const queryKey = KEYS.pendingSets
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<WaitingPage> => {
      const cursor = pageParam ?? ''
      const { items, nextCursor } = await api.listPending({ cursor, limit: String(INBOX_PAGE) }, signal)
      return { items: items.map(toWaitingSet), nextCursor }
    },
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    initialData: { pages: [given], pageParams: [null] },
    staleTime: 1_000,
    refetchInterval: LOOK_MS,
  })
  return {
    items: query.data.pages.flatMap(page => page.items),
    error: query.error,
    ...usePageByPage(queryKey, query),
    again: () => void query.refetch(),
  }
}
