import { refuse } from '@/lib/domain/contract/problem'
import type { RunRow } from '@/lib/domain/run/run'
import { resource } from '@/lib/http/resource'
import { runEnded } from '@/lib/run/queries/wait-for-run'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/runs/{id}/wait', {
  GET: async ({ current, deps, signal, params, query }) => {
    const until = AbortSignal.any([signal, current.ending])
    const run = await runEnded(deps, { runId: params.id, timeoutMs: query.timeoutMs, signal: until })
    return run ? outcomeOf(run) : refuse('not_found', { code: 'problem.noRun' })
  },
})

function outcomeOf({ id, status, error, stopReason, startedAt, endedAt }: RunRow) {
  const ended = error === undefined ? ('ok' as const) : ('error' as const)
  return {
    status: status === 'ended' ? ended : ('timeout' as const),
    ...{ runId: id, startedAt, endedAt, stopReason, error },
  }
}
