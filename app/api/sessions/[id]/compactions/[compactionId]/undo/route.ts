import { resource } from '@/lib/http/resource'
import { undoCompaction } from '@/lib/run/actions/compact'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource(
  '/api/sessions/{id}/compactions/{compactionId}/undo',
  {
    POST: ({ deps, params, person, once }) =>
      undoCompaction(deps, { sessionId: params.id, compactionId: params.compactionId, person, once }),
  },
)
