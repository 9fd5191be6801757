import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { correctState } from '@/lib/run/correct-state'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  PATCH: endpoint('correctState', ({ deps, params, body }) =>
    correctState(deps, { sessionId: params.id, patch: body }),
  ),
})
