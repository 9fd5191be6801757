import { resource } from '@/lib/http/resource'
import { undo } from '@/lib/run/actions/undo'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/calls/{id}/undo', {
  POST: ({ deps, params, once }) => undo(deps, { callId: params.id, once }),
})
