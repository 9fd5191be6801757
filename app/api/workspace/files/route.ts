import { Refusal } from '@/lib/domain/contract/problem'
import { resource } from '@/lib/http/resource'
import { listPaths } from '@/lib/run/queries/list-paths'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/workspace/files', {
  GET: async ({ deps, query, signal }) => {
    const answer = await listPaths(deps, query, signal)
    return answer instanceof Refusal ? answer : { ...answer, nextCursor: null }
  },
})
