import { Refusal } from '@/lib/domain/contract/problem'
import { publicRun } from '@/lib/domain/run/run'
import { resource } from '@/lib/http/resource'
import { cancelRun } from '@/lib/run/actions/stop'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/runs/{id}/cancel', {
  POST: async ({ deps, params, person, once }) => {
    const run = await cancelRun(deps, { runId: params.id, by: person.id, once })
    return run instanceof Refusal ? run : publicRun(run)
  },
})
