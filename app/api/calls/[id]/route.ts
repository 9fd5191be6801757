import { refuse } from '@/lib/domain/contract/problem'
import { resource } from '@/lib/http/resource'
import { findCall } from '@/lib/store/call/call'
import { inSnapshot } from '@/lib/store/connection/database'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/calls/{id}', {
  GET: async ({ deps, params }) => {
    const call = await inSnapshot(deps.db, tx => findCall(tx, params.id))
    return call ?? refuse('not_found', { code: 'problem.noCall' })
  },
})
