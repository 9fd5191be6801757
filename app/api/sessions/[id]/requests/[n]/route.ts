import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { segmentsOf } from '@/lib/context/segments'
import { refuse } from '@/lib/domain/problem'
import { readRequest } from '@/lib/store/request-record'
import { inSnapshot } from '@/lib/store/snapshot'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('readRequest', async ({ deps, params }) => {
    const found = await inSnapshot(deps.db, tx => readRequest(tx, params.id, Number(params.n)))
    if (!found) return refuse('not_found', 'There is no such request, or it has not ended yet.')
    return { ...found.record, segments: segmentsOf(found.record.sent, found.parts) }
  }),
})
