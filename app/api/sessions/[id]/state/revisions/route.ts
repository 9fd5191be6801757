import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { listStateRevisions } from '@/lib/run/list-state-revisions'
import { revisionsPage } from '@/lib/server/revisions-page'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('listStateRevisions', ({ deps, params, query }) =>
    revisionsPage(deps.db, { sessionId: params.id, list: 'state', query }, listStateRevisions),
  ),
})
