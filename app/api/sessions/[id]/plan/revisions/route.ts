import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { revisionsPage } from '@/lib/server/revisions-page'
import { planRevisions } from '@/lib/store/plan'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('listPlanRevisions', ({ deps, params, query }) =>
    revisionsPage(deps.db, { sessionId: params.id, list: 'plan', query }, planRevisions),
  ),
})
