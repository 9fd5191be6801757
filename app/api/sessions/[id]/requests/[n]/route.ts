import { segmentsOf } from '@/lib/context/segments'
import { refuse } from '@/lib/domain/contract/problem'
import { resource } from '@/lib/http/resource'
import { inSnapshot } from '@/lib/store/connection/database'
import { readRequest } from '@/lib/store/record/request-record'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sessions/{id}/requests/{n}', {
  GET: async ({ deps, params }) => {
    const request = await inSnapshot(deps.db, tx => readRequest(tx, params.id, Number(params.n)))
    if (!request) return refuse('not_found', { code: 'problem.noRequest' })
    return { ...request.record, segments: segmentsOf(request.record.sent, request.parts) }
  },
})
