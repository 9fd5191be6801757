import * as z from 'zod'
import type { RequestRecord, SentPart } from '@/lib/domain/run/request-record'
import { BLOBS_OF, BlobsColumn } from '../call/contents'
import type { Rows } from '../connection/rows'
import type { Sql } from '../connection/sql'
import { Prisma } from '../generated/client'
import { SETTING_OF, SettingColumn } from '../installation/model-setting'
import { TIMEOUTS_OF, TimeoutsColumn } from '../installation/setting'
import { continuedHistory, HISTORY_OF, HistoryColumn, type StoredHistory } from './compaction'

/**
 * One Request that has ended. What it sent is `keep` messages of Request `base`, then the blobs of
 * `append`; `contextHash` is over all of them in order.
 */
type StoredRequest = Omit<RequestRecord, 'segments' | 'sent' | 'received' | 'firstTokenAt'> & {
  id: string
  sessionId: string
  instructions: string
  parts: SentPart[]
  tools: string
  base: number | null
  keep: number
  contextHash: string
  append: string[]
  received: unknown
  firstTokenAt: string | null
}

export const insertRequest = (rows: Rows, record: StoredRequest): void => rows.insert('Request', [record])

/** What the last Request of a session sent: how many messages with the hash over them, and the hashes of the rest. */
export const LastContext = z.object({
  number: z.int(),
  messages: z.int(),
  contextHash: z.string(),
  instructions: z.string(),
  tools: z.string(),
})
export type LastContext = z.infer<typeof LastContext>

/** It, or NULL, as one JSON value. */
export const lastContextOf = (session: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT json_build_object('number', q.number, 'messages', q.keep + cardinality(q.append),
      'contextHash', q."contextHash", 'instructions', q.instructions, 'tools', q.tools)
    FROM "Request" q WHERE q."sessionId" = ${session} ORDER BY q.number DESC LIMIT 1)`

const Row = z.object({
  history: HistoryColumn,
  setting: SettingColumn,
  texts: BlobsColumn,
  timeouts: TimeoutsColumn,
})

/**
 * All that is stored of what a Request says, in one statement. `hashes`: of the texts that its Run is told; `recent`: the
 * conversation as it was read before.
 */
export async function requestMaterial(
  sql: Sql,
  request: {
    sessionId: string
    model: string
    provider: string | undefined
    hashes: string[]
    recent: StoredHistory | undefined
  },
) {
  const { sessionId, model, provider, hashes, recent } = request
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT ${HISTORY_OF(sessionId, recent)} AS history, ${SETTING_OF(model)} AS setting,
      ${BLOBS_OF(sessionId, hashes)} AS texts, ${TIMEOUTS_OF(provider)} AS timeouts`
  const row = Row.parse(rows[0])
  return { ...row, history: continuedHistory(recent, row.history) }
}
