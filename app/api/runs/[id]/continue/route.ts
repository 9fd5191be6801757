import { resource } from '@/lib/http/resource'
import { continueRun } from '@/lib/run/actions/continue-run'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/runs/{id}/continue', {
  POST: ({ deps, params, body, once }) =>
    continueRun(deps, { runId: params.id, requests: body.requests, once }),
})
