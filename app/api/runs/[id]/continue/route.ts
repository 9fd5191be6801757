import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { continueRun } from '@/lib/run/continue-run'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  POST: endpoint('continueRun', ({ deps, params, body, once }) =>
    continueRun(deps, { runId: params.id, requests: body.requests, once }),
  ),
})
