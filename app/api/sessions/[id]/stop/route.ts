import { resource } from '@/lib/http/resource'
import { stopSession } from '@/lib/run/actions/stop'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sessions/{id}/stop', {
  POST: ({ deps, params, person, once }) => stopSession(deps, { sessionId: params.id, by: person.id, once }),
})
