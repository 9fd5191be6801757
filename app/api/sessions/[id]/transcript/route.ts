import * as z from 'zod'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import type { Entry } from '@/lib/domain/session/entry'
import { decodePlace, encodePlace } from '@/lib/http/list-page'
import { resource } from '@/lib/http/resource'
import { inSnapshot } from '@/lib/store/connection/database'
import { LARGEST_SEQ, type TranscriptPlace, transcriptPage } from '@/lib/store/session/entry'
import { findSession } from '@/lib/store/session/session'

const LIST = 'transcript'

/** A sequence number, or what an earlier answer gave as the place to go on from. */
function seqOf(cursor: string): number | Refusal {
  if (/^\d{1,15}$/.test(cursor)) return Math.min(Number(cursor), LARGEST_SEQ)
  const place = decodePlace(LIST, cursor, [z.int().min(0).max(LARGEST_SEQ)])
  return place instanceof Refusal ? place : place[0]
}

type Query = Partial<Record<'cursor' | TranscriptPlace['at'], string>>

function placeOf({ cursor, before = cursor, after, around }: Query): TranscriptPlace | Refusal {
  const places = Object.entries({ before, after, around }).filter(([, text]) => text !== undefined)
  if (places.length > 1) {
    const message = 'Give one of before, after and around.'
    return refuse('invalid_request', message, { errors: [{ path: `/${places[1]?.[0]}`, message }] })
  }
  const seq = seqOf(before ?? after ?? around ?? String(LARGEST_SEQ))
  if (seq instanceof Refusal) return seq
  return after === undefined && around === undefined
    ? { at: 'before', seq: before === undefined ? undefined : seq }
    : { at: after === undefined ? 'around' : 'after', seq }
}

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sessions/{id}/transcript', {
  GET: async ({ deps, params, query }) => {
    const place = placeOf(query)
    if (place instanceof Refusal) return place
    const page = await inSnapshot(deps.db, async tx => {
      const session = await findSession(tx, { id: params.id })
      return session && transcriptPage(tx, params.id, { ...place, limit: query.limit })
    })
    if (!page) return refuse('not_found', { code: 'problem.noSession' })
    const { items, isFirst, isLast } = page
    const cursorAt = (entry: Entry | undefined) => (entry ? encodePlace(LIST, [entry.seq]) : null)
    return {
      items,
      nextCursor: isFirst ? null : cursorAt(items[0]),
      laterCursor: isLast ? null : cursorAt(items.at(-1)),
    }
  },
})
