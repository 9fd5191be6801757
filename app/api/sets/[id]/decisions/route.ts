import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { decide } from '@/lib/run/decide'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  POST: endpoint('decide', ({ deps, params, body, person, once }) =>
    decide(deps, { setId: params.id, input: body, person, once }),
  ),
})
