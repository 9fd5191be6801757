import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { refuse } from '@/lib/domain/problem'
import { secretsOf } from '@/lib/store/secret'
import { findSession } from '@/lib/store/session'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('listSecrets', async ({ deps, params }) => {
    const session = await findSession(deps.db, { id: params.id })
    if (!session) return refuse('not_found', 'There is no such session.')
    return { items: await secretsOf(deps.db, params.id), nextCursor: null }
  }),
})
