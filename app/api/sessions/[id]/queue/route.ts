import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { refuse } from '@/lib/domain/problem'
import { queueOf } from '@/lib/store/queue-item'
import { findSession } from '@/lib/store/session'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('listQueue', async ({ deps, params }) => {
    const session = await findSession(deps.db, { id: params.id })
    if (!session) return refuse('not_found', 'There is no such session.')
    return { items: await queueOf(deps.db, params.id), nextCursor: null }
  }),
})
