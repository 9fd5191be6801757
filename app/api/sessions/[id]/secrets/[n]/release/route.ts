import { resource } from '@/lib/http/resource'
import { releaseSecret } from '@/lib/run/actions/release-secret'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource(
  '/api/sessions/{id}/secrets/{n}/release',
  {
    POST: ({ deps, params, person, once }) =>
      releaseSecret(deps, { sessionId: params.id, n: Number(params.n), person, once }),
  },
)
