import { refuse } from '@/lib/domain/contract/problem'
import { publicRun } from '@/lib/domain/run/run'
import { resource } from '@/lib/http/resource'
import { findRun } from '@/lib/store/session/run'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/runs/{id}', {
  GET: async ({ deps, params }) => {
    const run = await findRun(deps.db, params.id)
    return run ? publicRun(run) : refuse('not_found', { code: 'problem.noRun' })
  },
})
