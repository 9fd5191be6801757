import * as z from 'zod'
import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { Instant } from '@/lib/domain/instant'
import { Refusal } from '@/lib/domain/problem'
import { decodePlace, encodePlace, pageOf } from '@/lib/server/page-cursor'
import { pendingSets } from '@/lib/store/pending'
import { inSnapshot } from '@/lib/store/snapshot'

const LIST = 'pending'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('listPending', async ({ deps, query }) => {
    const { cursor, limit } = query
    const place = cursor === undefined ? undefined : decodePlace(LIST, cursor, [Instant, z.uuid()])
    if (place instanceof Refusal) return place
    const after = place && { createdAt: place[0], id: place[1] }
    const found = await inSnapshot(deps.db, tx => pendingSets(tx, { after, limit: limit + 1 }))
    return pageOf(found, limit, last => encodePlace(LIST, [last.createdAt, last.id]))
  }),
})
