import { refuse } from '@/lib/domain/contract/problem'
import { resource } from '@/lib/http/resource'
import { findSets } from '@/lib/store/call/call'
import { inSnapshot } from '@/lib/store/connection/database'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sets/{id}', {
  GET: async ({ deps, params }) => {
    const [set] = await inSnapshot(deps.db, tx => findSets(tx, [params.id]))
    return set ?? refuse('not_found', { code: 'problem.noSet' })
  },
})
