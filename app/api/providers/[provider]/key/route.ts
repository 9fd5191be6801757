import { resource } from '@/lib/http/resource'
import { deleteProviderKey, setProviderKey } from '@/lib/run/actions/models/providers'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/providers/{provider}/key', {
  PUT: ({ deps, params, body, person }) =>
    setProviderKey(deps, { provider: params.provider, input: body, person }),
  DELETE: ({ deps, params, person }) => deleteProviderKey(deps, { provider: params.provider, person }),
})
