import { resource } from '@/lib/http/resource'
import { compactSession } from '@/lib/run/actions/compact'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sessions/{id}/compact', {
  POST: ({ deps, params, once }) => compactSession(deps, { sessionId: params.id, once }),
})
