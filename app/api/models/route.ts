import { resource } from '@/lib/http/resource'
import { knownModels } from '@/lib/run/request/known-models'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/models', {
  GET: async ({ deps }) => ({
    items: await knownModels(deps, deps.db),
    nextCursor: null,
  }),
})
