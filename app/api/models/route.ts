import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { knownModels } from '@/lib/run/known-models'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('listModels', async ({ deps }) => ({
    items: await knownModels(deps, deps.db),
    nextCursor: null,
  })),
})
