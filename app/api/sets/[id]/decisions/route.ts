import { resource } from '@/lib/http/resource'
import { decide } from '@/lib/run/actions/decide'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sets/{id}/decisions', {
  POST: ({ deps, params, body, person, once }) =>
    decide(deps, { setId: params.id, input: body, person, once }),
})
