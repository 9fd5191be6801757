import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { Endpoint } from '@/lib/domain/contract/contract'
import { type AnswerTo, fetchApi, newKey, type RequestTo } from '../api/fetch-api'
import { announcement } from '../page/page-state'

type ReadOptions<T> = Pick<
  UseQueryOptions<T>,
  'enabled' | 'retry' | 'staleTime' | 'refetchInterval' | 'refetchOnMount' | 'placeholderData'
>

/** What the server answers to a request of the contract, kept under a key. */
export function useRead<E extends Endpoint>(
  queryKey: QueryKey,
  endpoint: E,
  ...[request, options]: object extends RequestTo<E>
    ? [request?: RequestTo<E>, options?: ReadOptions<AnswerTo<E>>]
    : [request: RequestTo<E>, options?: ReadOptions<AnswerTo<E>>]
): UseQueryResult<AnswerTo<E>> {
  const send = fetchApi as (endpoint: E, request: object) => Promise<AnswerTo<E>>
  return useQuery<AnswerTo<E>>({
    queryKey,
    queryFn: ({ signal }) => send(endpoint, { ...request, signal }),
    ...options,
  })
}

/** A list that is read whole, as `ItemList` takes it. */
export const itemsIn = <T>({ data, error, refetch }: UseQueryResult<{ items: T[] }>) => ({
  items: data?.items,
  error,
  again: () => void refetch(),
})

type ChangeOptions<Answer> = {
  /** What is read again, whatever came of the change. */
  refetches?: readonly QueryKey[]
  onDone?: (answer: Answer) => void
  /** What screen readers are told once it is done. */
  announces?: ((answer: Answer) => string) | undefined
}

/**
 * Changes something on the server. The same change has the same key until it has succeeded, so that a repeat after a lost
 * answer does it once.
 */
export function useChange<Answer, Change = void>(
  change: (change: Change, key: string) => Promise<Answer>,
  { refetches = [], onDone, announces }: ChangeOptions<Answer> = {},
) {
  const client = useQueryClient()
  const last = useRef<{ change: string; key: string } | null>(null)
  return useMutation({
    mutationFn: (input: Change) => {
      const text = JSON.stringify(input ?? null)
      if (last.current?.change !== text) last.current = { change: text, key: newKey() }
      return change(input, last.current.key)
    },
    onSettled: async (answer, error) => {
      await Promise.all(refetches.map(queryKey => client.invalidateQueries({ queryKey })))
      if (error) return
      last.current = null
      onDone?.(answer as Answer)
      if (announces) announcement.set(announces(answer as Answer))
    },
  })
}
