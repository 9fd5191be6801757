import { fetchApi, nullIfGone } from '../api/fetch-api'
import { historyAddress, historyFilter } from './history-filters'
import { KEYS } from './keys'
import { useChange, useRead } from './use-api'

export const NAME_CHARS = 60

/** What is kept, each with its query string as this page writes it; undefined until it is read. */
export const useSavedSearches = () =>
  useRead(KEYS.savedSearches, 'GET /api/saved-searches').data?.items.flatMap(search => {
    const address = historyAddress(historyFilter(new URLSearchParams(search.address)))
    return address === '' ? [] : [{ ...search, address }]
  })

const refetches = [KEYS.savedSearches]

/** Saves a search; one of the same address is named anew. */
export const useSaveSearch = () =>
  useChange((body: { name: string; address: string }) => fetchApi('POST /api/saved-searches', { body }), {
    refetches,
  })

export const useForgetSearch = () =>
  useChange(
    (id: string) => fetchApi('DELETE /api/saved-searches/{id}', { params: { id } }).catch(nullIfGone),
    { refetches },
  )
