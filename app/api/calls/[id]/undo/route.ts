import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { undo } from '@/lib/run/undo'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  POST: endpoint('undo', ({ deps, params, once }) => undo(deps, { callId: params.id, once })),
})
