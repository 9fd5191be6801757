import { pendingPage } from '@/lib/http/pending-page'
import { resource } from '@/lib/http/resource'
import { inSnapshot } from '@/lib/store/connection/snapshot'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/pending', {
  GET: ({ deps, query }) => inSnapshot(deps.db, tx => pendingPage(tx, query)),
})
