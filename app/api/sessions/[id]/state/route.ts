import { resource } from '@/lib/http/resource'
import { correctState } from '@/lib/run/actions/correct-state'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sessions/{id}/state', {
  PATCH: ({ deps, params, body, revision }) =>
    correctState(deps, { sessionId: params.id, patch: body, revision }),
})
