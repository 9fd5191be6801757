import { resource } from '@/lib/http/resource'
import { revertCall } from '@/lib/run/actions/revert'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/calls/{id}/revert', {
  POST: ({ deps, params, person, once }) => revertCall(deps, { callId: params.id, person, once }),
})
