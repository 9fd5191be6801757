import * as z from 'zod'
import { exportSession } from '@/lib/agent/export/export'
import { readUsage } from '@/lib/agent/queries/read-usage'
import { countHistory, searchHistory } from '@/lib/agent/queries/search-history'
import { PICTURE_TYPES } from '@/lib/domain/call/picture'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import { Instant } from '@/lib/domain/instant'
import type { Entry } from '@/lib/domain/session/entry'
import { EXPORT_TYPES } from '@/lib/domain/session/export-format'
import { SearchKind } from '@/lib/domain/session/search'
import { findAttachments } from '@/lib/store/call/contents'
import { inSnapshot } from '@/lib/store/connection/database'
import { LARGEST_SEQ, type TranscriptPosition, transcriptPage } from '@/lib/store/session/entry'
import { findSession } from '@/lib/store/session/session'
import { FileReply, fileName } from '../http/file-reply'
import type { Handlers } from '../http/handlers'
import { decodePosition, encodePosition, listPage } from '../http/list-page'

const POSITION = [z.int(), Instant, SearchKind, z.uuid()] as const

const LIST = 'transcript'

/** A sequence number, or what an earlier answer gave as the place to go on from. */
function seqOf(cursor: string): number | Refusal {
  if (/^\d{1,15}$/.test(cursor)) return Math.min(Number(cursor), LARGEST_SEQ)
  const position = decodePosition(LIST, cursor, [z.int().min(0).max(LARGEST_SEQ)])
  return position instanceof Refusal ? position : position[0]
}

type Query = Partial<Record<'cursor' | TranscriptPosition['at'], string>>

function positionOf({ cursor, before = cursor, after, around }: Query): TranscriptPosition | Refusal {
  const positions = Object.entries({ before, after, around }).filter(([, text]) => text !== undefined)
  if (positions.length > 1) {
    const message = 'Give one of before, after and around.'
    return refuse('invalid_request', message, { errors: [{ path: `/${positions[1]?.[0]}`, message }] })
  }
  const seq = seqOf(before ?? after ?? around ?? String(LARGEST_SEQ))
  if (seq instanceof Refusal) return seq
  return after === undefined && around === undefined
    ? { at: 'before', seq: before === undefined ? undefined : seq }
    : { at: after === undefined ? 'around' : 'after', seq }
}

export const HISTORY_HANDLERS = {
  readTranscript: async ({ deps, params, query }) => {
    const position = positionOf(query)
    if (position instanceof Refusal) return position
    const page = await inSnapshot(deps.db, async tx => {
      const session = await findSession(tx, { id: params.id })
      return session && transcriptPage(tx, params.id, { ...position, limit: query.limit })
    })
    if (!page) return refuse('not_found', { code: 'problem.noSession' })
    const { items, isFirst, isLast } = page
    const cursorAt = (entry: Entry | undefined) => (entry ? encodePosition(LIST, [entry.seq]) : null)
    return {
      items,
      nextCursor: isFirst ? null : cursorAt(items[0]),
      laterCursor: isLast ? null : cursorAt(items.at(-1)),
    }
  },

  exportSession: async ({ deps, params, query }) => {
    const { format, lang } = query
    const exported = await exportSession(deps, { sessionId: params.id, format, language: lang })
    if (exported instanceof Refusal) return exported
    const name = fileName(exported.title, `-${params.id.slice(-12)}.${format}`)
    return new FileReply(name, EXPORT_TYPES[format], exported.body)
  },

  readContent: async ({ deps, params: { id, hash } }) => {
    const attachment = (await findAttachments(deps.sql, id, [hash])).get(hash)
    if (!attachment || !PICTURE_TYPES.includes(attachment.mediaType)) {
      return refuse('not_found', 'The session has no such picture.')
    }
    const name = fileName('picture', `.${attachment.mediaType.slice('image/'.length)}`)
    return new FileReply(name, attachment.mediaType, new Blob([new Uint8Array(attachment.bytes)]).stream())
  },

  search: async ({ deps, query }) => {
    const { q, kind, tool, decision, person, from, to } = query
    const filters = { kind, tool, decision, person, from, to, perCall: query.perCall === 'true' }
    const page = await listPage(
      { name: 'search', position: POSITION, query },
      (position, limit) => {
        const after = position && { rank: position[0], at: position[1], kind: position[2], id: position[3] }
        return searchHistory(deps, { q, filters, after, limit })
      },
      ({ position: { rank, at, kind, id } }) => [rank, at, kind, id],
    )
    if (page instanceof Refusal) return page
    const isWhole = query.cursor === undefined && page.nextCursor === null
    const count = isWhole
      ? { total: page.items.length, isMore: false }
      : await countHistory(deps, { q, filters })
    return { ...page, ...count, items: page.items.map(({ item }) => item) }
  },

  readUsage: ({ deps, query }) => readUsage(deps, query),
} satisfies Partial<Handlers>
