import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { refuse } from '@/lib/domain/problem'
import { publicRun } from '@/lib/domain/run'
import { findRun } from '@/lib/store/run'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('readRun', async ({ deps, params }) => {
    const run = await findRun(deps.db, params.id)
    return run ? publicRun(run) : refuse('not_found', 'There is no such run.')
  }),
})
