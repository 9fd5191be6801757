import * as z from 'zod'
import type { SentPart } from '@/lib/domain/run/request-record'
import type { Usage } from '@/lib/domain/run/usage'
import { BLOBS_OF, BlobsColumn } from '../call/contents'
import type { Rows } from '../connection/rows'
import type { Sql } from '../connection/sql'
import { Prisma } from '../generated/client'
import { SETTING_OF, SettingColumn } from '../installation/model-setting'
import { TIMEOUTS_OF, TimeoutsColumn } from '../installation/setting'
import { HISTORY_OF, HistoryColumn } from './compaction'

/**
 * One Request that has ended. What it sent is `keep` messages of Request `base`, then the blobs of
 * `append`; `contextHash` is over all of them in order.
 */
type StoredRequest = {
  id: string
  sessionId: string
  runId: string
  number: number
  model: string
  dialect: string
  purpose: 'loop' | 'cap_summary' | 'compaction'
  instructions: string
  parts: SentPart[]
  tools: string
  base: number | null
  keep: number
  contextHash: string
  append: string[]
  received: unknown
  finishReason: string
  usage: Usage
  attempts: number
  startedAt: string
  firstTokenAt: string | null
  endedAt: string
}

export const insertRequest = (rows: Rows, record: StoredRequest): void => rows.insert('Request', [record])

/** What the last Request of a session sent: how many messages, the hash over them, and those of all else. */
export const LastContext = z.object({
  number: z.int(),
  messages: z.int(),
  contextHash: z.string(),
  beside: z.array(z.string()),
})
export type LastContext = z.infer<typeof LastContext>

/** It, or NULL, as one JSON value. */
export const lastContextOf = (session: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT json_build_object('number', q.number, 'messages', q.keep + cardinality(q.append),
      'contextHash', q."contextHash", 'beside', ARRAY[q.instructions, q.tools])
    FROM "Request" q WHERE q."sessionId" = ${session} ORDER BY q.number DESC LIMIT 1)`

const Row = z.object({
  history: HistoryColumn,
  setting: SettingColumn,
  texts: BlobsColumn,
  timeouts: TimeoutsColumn,
})

/** All that is stored of what a Request says, in one statement. `hashes`: of the texts that its Run is told. */
export async function requestMaterial(
  sql: Sql,
  request: { sessionId: string; model: string; provider: string | undefined; hashes: string[] },
) {
  const { sessionId, model, provider, hashes } = request
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT ${HISTORY_OF(sessionId)} AS history, ${SETTING_OF(model)} AS setting,
      ${BLOBS_OF(sessionId, hashes)} AS texts, ${TIMEOUTS_OF(provider)} AS timeouts`
  return Row.parse(rows[0])
}
