import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { releaseSecret } from '@/lib/run/release-secret'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  POST: endpoint('releaseSecret', ({ deps, params, person, once }) =>
    releaseSecret(deps, { sessionId: params.id, n: Number(params.n), person, once }),
  ),
})
