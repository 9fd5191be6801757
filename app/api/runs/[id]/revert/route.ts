import { resource } from '@/lib/http/resource'
import { revertRun } from '@/lib/run/actions/revert'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/runs/{id}/revert', {
  POST: ({ deps, params, person, once }) => revertRun(deps, { runId: params.id, person, once }),
})
