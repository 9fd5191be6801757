import { resource } from '@/lib/http/resource'
import { changeChannel, deleteChannel } from '@/lib/run/actions/channels'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/channels/{id}', {
  PATCH: ({ deps, params, body, person }) => changeChannel(deps, { id: params.id, patch: body, person }),
  DELETE: ({ deps, params, person }) => deleteChannel(deps, { id: params.id, person }),
})
