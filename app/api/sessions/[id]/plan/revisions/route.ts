import { revisionsPage } from '@/lib/http/list-page'
import { resource } from '@/lib/http/resource'
import { planRevisions } from '@/lib/store/memory/plan'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource(
  '/api/sessions/{id}/plan/revisions',
  {
    GET: ({ deps, params, query }) =>
      revisionsPage(deps.db, { sessionId: params.id, list: 'plan', query }, planRevisions),
  },
)
