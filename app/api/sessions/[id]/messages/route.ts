import { resource } from '@/lib/http/resource'
import { intake } from '@/lib/run/actions/send-message'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sessions/{id}/messages', {
  POST: ({ deps, params, body, person, once }) =>
    intake(deps, { sessionId: params.id, message: body, by: person.id, once }),
})
