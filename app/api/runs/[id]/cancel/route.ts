import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { Refusal } from '@/lib/domain/problem'
import { publicRun } from '@/lib/domain/run'
import { cancelRun } from '@/lib/run/stop'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  POST: endpoint('cancelRun', async ({ deps, params, person, once }) => {
    const run = await cancelRun(deps, { runId: params.id, by: person.id, once })
    return run instanceof Refusal ? run : publicRun(run)
  }),
})
