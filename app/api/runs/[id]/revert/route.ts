import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { revertRun } from '@/lib/run/revert'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  POST: endpoint('revertRun', ({ deps, params, person, once }) =>
    revertRun(deps, { runId: params.id, person, once }),
  ),
})
