import { revisionsPage } from '@/lib/http/list-page'
import { resource } from '@/lib/http/resource'
import { listStateRevisions } from '@/lib/run/queries/list-state-revisions'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource(
  '/api/sessions/{id}/state/revisions',
  {
    GET: ({ deps, params, query }) =>
      revisionsPage(deps.db, { sessionId: params.id, list: 'state', query }, listStateRevisions),
  },
)
