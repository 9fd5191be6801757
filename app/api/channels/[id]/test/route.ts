import { resource } from '@/lib/http/resource'
import { testChannel } from '@/lib/run/actions/channels'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/channels/{id}/test', {
  POST: ({ deps, params, person, signal }) => testChannel(deps, { id: params.id, person, signal }),
})
