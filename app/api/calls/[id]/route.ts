import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { refuse } from '@/lib/domain/problem'
import { findCall } from '@/lib/store/call'
import { inSnapshot } from '@/lib/store/snapshot'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('readCall', async ({ deps, params }) => {
    const call = await inSnapshot(deps.db, tx => findCall(tx, params.id))
    return call ?? refuse('not_found', 'There is no such call.')
  }),
})
