import { resource } from '@/lib/http/resource'
import { forkSession } from '@/lib/run/actions/fork-session'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sessions/{id}/fork', {
  POST: ({ deps, params, body, once }) => forkSession(deps, { sessionId: params.id, seq: body.seq, once }),
})
