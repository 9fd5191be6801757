import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { refuse } from '@/lib/domain/problem'
import { findSets } from '@/lib/store/call'
import { inSnapshot } from '@/lib/store/snapshot'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('readSet', async ({ deps, params }) => {
    const [set] = await inSnapshot(deps.db, tx => findSets(tx, [params.id]))
    return set ?? refuse('not_found', 'There is no such set.')
  }),
})
