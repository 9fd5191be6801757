import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { Refusal } from '@/lib/domain/problem'
import { listSkills } from '@/lib/run/skills'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('listSkills', async ({ deps, query }) => {
    const items = await listSkills(deps, query.sessionId)
    return items instanceof Refusal ? items : { items, nextCursor: null }
  }),
})
