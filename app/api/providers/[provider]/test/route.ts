import { resource } from '@/lib/http/resource'
import { testProvider } from '@/lib/run/actions/models/providers'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/providers/{provider}/test', {
  POST: ({ deps, params, body, signal }) =>
    testProvider(deps, { provider: params.provider, input: body, signal }),
})
