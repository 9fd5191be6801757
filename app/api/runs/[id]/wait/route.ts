import { refuse } from '@/lib/domain/contract/problem'
import { waitOutcome } from '@/lib/domain/run/run-outcome'
import { resource } from '@/lib/http/resource'
import { runEnded } from '@/lib/run/queries/wait-for-run'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/runs/{id}/wait', {
  GET: async ({ current, deps, signal, params, query }) => {
    const until = AbortSignal.any([signal, current.ending])
    const run = await runEnded(deps, { runId: params.id, timeoutMs: query.timeoutMs, signal: until })
    if (!run) return refuse('not_found', { code: 'problem.noRun' })
    const { startedAt, endedAt } = run
    return { runId: params.id, startedAt, endedAt, ...waitOutcome(run) }
  },
})
