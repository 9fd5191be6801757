import { endpointAhead } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { decide, see } from '@/lib/run/decide'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  POST: endpointAhead(
    'decide',
    ({ deps, params, once }) => see(deps, { setId: params.id, once }),
    ({ deps, params, body, person, once, ahead }) =>
      decide(deps, { setId: params.id, input: body, person, once, seen: ahead }),
  ),
})
