import { pendingPage } from '@/lib/http/list-page'
import { resource } from '@/lib/http/resource'
import { inSnapshot } from '@/lib/store/connection/database'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/pending', {
  GET: ({ deps, query }) => inSnapshot(deps.db, tx => pendingPage(tx, query)),
})
