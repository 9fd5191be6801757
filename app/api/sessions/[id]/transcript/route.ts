import * as z from 'zod'
import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { Refusal, refuse } from '@/lib/domain/problem'
import { decodePlace, encodePlace } from '@/lib/server/page-cursor'
import { entriesBefore } from '@/lib/store/entry'
import { findSession } from '@/lib/store/session'
import { inSnapshot } from '@/lib/store/snapshot'

const LIST = 'transcript'
const LARGEST = 2_147_483_647

/** A sequence number, or what an earlier answer gave as the place to go on from. */
function seqOf(before: string): number | Refusal {
  if (/^\d{1,15}$/.test(before)) return Math.min(Number(before), LARGEST)
  const place = decodePlace(LIST, before, [z.int().min(0).max(LARGEST)])
  return place instanceof Refusal ? place : place[0]
}

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: endpoint('readTranscript', async ({ deps, params, query }) => {
    const given = query.before ?? query.cursor
    const before = given === undefined ? undefined : seqOf(given)
    if (before instanceof Refusal) return before
    const found = await inSnapshot(deps.db, async tx => {
      const session = await findSession(tx, { id: params.id })
      return session && entriesBefore(tx, params.id, { before, limit: query.limit + 1 })
    })
    if (!found) return refuse('not_found', 'There is no such session.')
    const items = found.slice(-query.limit)
    const [first] = items
    const isMore = found.length > query.limit && first !== undefined
    return { items, nextCursor: isMore ? encodePlace(LIST, [first.seq]) : null }
  }),
})
