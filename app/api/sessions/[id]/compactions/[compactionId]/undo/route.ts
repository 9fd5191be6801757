import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { undoCompaction } from '@/lib/run/undo-compaction'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  POST: endpoint('undoCompaction', ({ deps, params, person, once }) =>
    undoCompaction(deps, { sessionId: params.id, compactionId: params.compactionId, person, once }),
  ),
})
