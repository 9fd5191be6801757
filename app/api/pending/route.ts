import * as z from 'zod'
import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { Instant } from '@/lib/domain/instant'
import { Refusal } from '@/lib/domain/problem'
import { decodePlace } from '@/lib/server/page-cursor'
import { PENDING_LIST, pendingPage } from '@/lib/server/pending-page'
import { inSnapshot } from '@/lib/store/snapshot'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('listPending', async ({ deps, query }) => {
    const { cursor, limit } = query
    const place = cursor === undefined ? undefined : decodePlace(PENDING_LIST, cursor, [Instant, z.uuid()])
    if (place instanceof Refusal) return place
    const after = place && { createdAt: place[0], id: place[1] }
    return inSnapshot(deps.db, tx => pendingPage(tx, { after, limit }))
  }),
})
