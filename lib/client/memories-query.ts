import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MemoryPatch, NewMemory } from '@/lib/domain/memory'
import { api } from './api'
import { KEYS } from './keys'
import { usePageByPage } from './page-by-page'

/** What is kept in mind, a page at a time. */
export function useMemories(q: string) {
  const queryKey = KEYS.memories(q)
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => api.listMemories({ q, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 2_000,
  })
  return {
    items: query.data?.pages.flatMap(page => page.items),
    error: query.error,
    isLate: query.isPlaceholderData,
    ...usePageByPage(queryKey, query),
    again: () => void query.refetch(),
  }
}

/** Changes what is kept, and reads the lists anew. */
export function useMemoryChange<Change>(change: (given: Change) => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: KEYS.allMemories })
      onDone()
    },
  })
}

/** A memory as a form has it: tags are parted by commas. */
export type MemoryText = { text: string; tags: string }

export const toMemory = ({ text, tags }: MemoryText): Required<NewMemory> & Required<MemoryPatch> => ({
  text,
  tags: [...new Set(tags.split(',').map(tag => tag.trim()))].filter(tag => tag !== ''),
})
