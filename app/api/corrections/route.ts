import * as z from 'zod'
import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { Instant } from '@/lib/domain/instant'
import { Refusal } from '@/lib/domain/problem'
import { listCorrections } from '@/lib/run/list-corrections'
import { decodePlace, encodePlace, pageOf } from '@/lib/server/page-cursor'

const LIST = 'corrections'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('listCorrections', async ({ deps, query: { sessionId, cursor, limit } }) => {
    const place = cursor === undefined ? undefined : decodePlace(LIST, cursor, [Instant, z.uuid()])
    if (place instanceof Refusal) return place
    const before = place && { at: place[0], id: place[1] }
    const found = await listCorrections(deps.db, { sessionId, before, limit: limit + 1 })
    return pageOf(found, limit, last => encodePlace(LIST, [last.at, last.id]))
  }),
})
