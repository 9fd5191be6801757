import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { intake } from '@/lib/run/intake'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  POST: endpoint('sendMessage', ({ deps, params, body, person, once }) =>
    intake(deps, { sessionId: params.id, message: body, by: person.id, once }),
  ),
})
