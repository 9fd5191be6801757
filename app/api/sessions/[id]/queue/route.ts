import { refuse } from '@/lib/domain/contract/problem'
import { resource } from '@/lib/http/resource'
import { queueOf } from '@/lib/store/session/queue-item'
import { findSession } from '@/lib/store/session/session'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sessions/{id}/queue', {
  GET: async ({ deps, params }) => {
    const session = await findSession(deps.db, { id: params.id })
    if (!session) return refuse('not_found', { code: 'problem.noSession' })
    return { items: await queueOf(deps.db, params.id), nextCursor: null }
  },
})
