import { resource } from '@/lib/http/resource'
import { saveSearch } from '@/lib/run/actions/history/saved-searches'
import { savedSearches } from '@/lib/store/connection/saved-search'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/saved-searches', {
  GET: async ({ deps }) => ({ items: await savedSearches(deps.db), nextCursor: null }),
  POST: ({ deps, body, once }) => saveSearch(deps, { search: body, once }),
})
