import * as z from 'zod'
import { Instant } from '@/lib/domain/instant'
import { listPage } from '@/lib/http/list-page'
import { resource } from '@/lib/http/resource'
import { listCorrections } from '@/lib/run/queries/list-corrections'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/corrections', {
  GET: ({ deps, query }) =>
    listPage(
      { name: 'corrections', place: [Instant, z.uuid()], query },
      (after, limit) => {
        const before = after && { at: after[0], id: after[1] }
        return listCorrections(deps.db, { sessionId: query.sessionId, before, limit })
      },
      last => [last.at, last.id],
    ),
})
