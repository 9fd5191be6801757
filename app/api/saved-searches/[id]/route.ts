import { resource } from '@/lib/http/resource'
import { deleteSavedSearch } from '@/lib/run/actions/history/saved-searches'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/saved-searches/{id}', {
  DELETE: ({ deps, params }) => deleteSavedSearch(deps, params.id),
})
