import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { revertCall } from '@/lib/run/revert'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  POST: endpoint('revertCall', ({ deps, params, person, once }) =>
    revertCall(deps, { callId: params.id, person, once }),
  ),
})
