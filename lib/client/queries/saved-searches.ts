import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchApi, isProblem, nullIfGone } from '../api/fetch-api'
import { storedText, storeText } from '../page/browser-storage'
import { historyAddress, historyFilter } from './history-filters'
import { KEYS } from './keys'

/** A search as it is written down. `address`: its query string. */
export type NamedSearch = { name: string; address: string }

export const NAME_CHARS = 60

/** Where browsers kept them, before the server did. */
const FORMER_PLACE = 'countersign-searches'

/** What is kept, from whichever browser; undefined until it is read. */
export function useSavedSearches() {
  const { data } = useQuery({
    queryKey: KEYS.savedSearches,
    queryFn: ({ signal }) => fetchApi('GET /api/saved-searches', { signal }),
  })
  return data?.items.flatMap(search => {
    const address = plainAddress(search.address)
    return address === '' ? [] : [{ ...search, address }]
  })
}

/** Saves a search; one of the same address is named anew. */
export function useSaveSearch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NamedSearch) => fetchApi('POST /api/saved-searches', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEYS.savedSearches }),
  })
}

export function useForgetSearch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      fetchApi('DELETE /api/saved-searches/{id}', { params: { id } }).catch(nullIfGone),
    onSettled: () => client.invalidateQueries({ queryKey: KEYS.savedSearches }),
  })
}

/** What of this browser the server did not take, and why not. */
type LeftSearches = { count: number; error: Error }

/** Moves to the server what this browser kept. What it does not take stays, and is tried again on the next visit. */
export function useFormerSearches(): LeftSearches | null {
  const client = useQueryClient()
  const [left, setLeft] = useState<LeftSearches | null>(null)
  useEffect(() => {
    if (storedText(FORMER_PLACE) === '') return
    void moveSearches().then(async searches => {
      setLeft(searches)
      await client.invalidateQueries({ queryKey: KEYS.savedSearches })
    })
  }, [client])
  return left
}

/** The oldest first, so that the one that was saved last comes first there, too. */
async function moveSearches(): Promise<LeftSearches | null> {
  const left: NamedSearch[] = []
  let refusal: Error | null = null
  for (const search of toSearches(storedText(FORMER_PLACE)).reverse()) {
    try {
      await fetchApi('POST /api/saved-searches', { body: search })
    } catch (error) {
      // Where nobody answers all of them are tried again another time: what is there already is only named anew.
      if (!isProblem(error, 'invalid_request')) return null
      left.unshift(search)
      refusal = error
    }
  }
  storeText(FORMER_PLACE, left.length > 0 ? JSON.stringify(left) : '')
  return refusal && { count: left.length, error: refusal }
}

/** What is stored, as far as it can be understood. */
export function toSearches(text: string | null): NamedSearch[] {
  const stored = parsed(text)
  if (!Array.isArray(stored)) return []
  return stored.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null || !('name' in item) || !('address' in item)) return []
    const address = plainAddress(String(item.address))
    const name = String(item.name).slice(0, NAME_CHARS).trim()
    return address === '' || name === '' ? [] : [{ name, address }]
  })
}

/** The address as this page writes it; empty for one that filters nothing. */
const plainAddress = (address: string): string => historyAddress(historyFilter(new URLSearchParams(address)))

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    // Another program, or a person, has written there.
    return []
  }
}
