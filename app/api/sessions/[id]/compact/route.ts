import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { compactSession } from '@/lib/run/compact'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  POST: endpoint('compactSession', ({ deps, params, once }) =>
    compactSession(deps, { sessionId: params.id, once }),
  ),
})
