import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { stopSession } from '@/lib/run/stop'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  POST: endpoint('stopSession', ({ deps, params, person, once }) =>
    stopSession(deps, { sessionId: params.id, by: person.id, once }),
  ),
})
