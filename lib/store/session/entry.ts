import type { ModelMessage } from '@/lib/domain/call/solution'
import { Entry } from '@/lib/domain/session/entry'
import { columnsOf } from '../connection/columns'
import type { Tx } from '../connection/database'
import type { Rows } from '../connection/rows'
import type { Sql } from '../connection/sql'
import { listed, stored } from '../connection/stored'
import { Prisma } from '../generated/client'
import { COMPACTION_OF, CompactionColumn } from '../run/compaction'

const EntryRow = columnsOf(Entry.omit({ unknown: true, unreadable: true })).extend({
  compaction: CompactionColumn,
})

/** A row as far as it can be read. */
export const readEntry: (row: unknown) => Entry | null = stored(EntryRow, {
  call: null,
  by: null,
  outcome: null,
  compaction: null,
  attachments: null,
  kind: 'notice',
})

/** Adds to the transcript. `message` is the model's side of the entry, where it has one. */
export function insertEntry(
  rows: Rows,
  sessionId: string,
  added: { entry: Entry; message?: ModelMessage | undefined },
): void {
  const { text, codedText, compaction: _, ...columns } = added.entry
  // The text of a Result is that of its Call.
  const own = columns.kind === 'result' ? {} : { text, words: codedText }
  rows.insert('Entry', [{ ...columns, ...own, sessionId, message: added.message }])
}

/** Entries before a sequence number (the newest where none is given), oldest first. */
export async function entriesBefore(
  sql: Sql,
  sessionId: string,
  range: { before: number | undefined; limit: number },
): Promise<Entry[]> {
  const before = range.before ?? LARGEST_SEQ
  const condition = Prisma.sql`e.seq < ${before} ORDER BY e.seq DESC LIMIT ${range.limit}`
  return (await entriesAt(sql, sessionId, condition)).reverse()
}

/** No sequence number is larger. */
export const LARGEST_SEQ = 2_147_483_647

/** Of an Entry \`e\` and the Call \`c\` whose Result it is. */
export const ENTRY_COLUMNS = Prisma.sql`e.id, e.seq, e."runId", e.kind, coalesce(e.text, c.result->>'text', '') AS text,
  coalesce(e.words, CASE WHEN e.kind = 'result' THEN c.result->'codedText' END) AS "codedText", e.reasoning,
  e."callId", e.call, e.by, e.outcome, e.attachments, e.at, ${COMPACTION_OF} AS compaction`

async function entriesAt(sql: Sql, sessionId: string, condition: Prisma.Sql): Promise<Entry[]> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT ${ENTRY_COLUMNS} FROM "Entry" e LEFT JOIN "Call" c ON c.id = e."callId"
    WHERE e."sessionId" = ${sessionId}::uuid AND ${condition}`
  return listed(readEntry, rows)
}

/** `before` without a seq is the end of the transcript. */
export type TranscriptPosition =
  | { at: 'before'; seq: number | undefined }
  | { at: 'after' | 'around'; seq: number }

/** Entries, oldest first. `isFirst` and `isLast`: nothing stands before the first of them, or after the last. */
type TranscriptPage = { items: Entry[]; isFirst: boolean; isLast: boolean }

/** At most `limit` entries before, after or around a place. One more is read at each end, to see whether it is one. */
export async function transcriptPage(
  sql: Sql,
  sessionId: string,
  { at, seq, limit }: TranscriptPosition & { limit: number },
): Promise<TranscriptPage> {
  const olderLimit = { before: limit, around: Math.ceil(limit / 2), after: 0 }[at]
  const newerLimit = limit - olderLimit
  const from = at === 'after' ? seq + 1 : (seq ?? LARGEST_SEQ)
  const older = await entriesBefore(sql, sessionId, { before: from, limit: olderLimit + 1 })
  const since = Prisma.sql`e.seq >= ${from} ORDER BY e.seq LIMIT ${newerLimit + 1}`
  const newer = await entriesAt(sql, sessionId, since)
  return {
    items: [...older.slice(Math.max(0, older.length - olderLimit)), ...newer.slice(0, newerLimit)],
    isFirst: older.length <= olderLimit,
    isLast: newer.length <= newerLimit,
  }
}

/** True where the transcript has something of a Run. */
export async function hasEntries(tx: Tx, run: { id: string; sessionId: string }): Promise<boolean> {
  const where = { sessionId: run.sessionId, runId: run.id }
  return (await tx.entry.findFirst({ where, select: { id: true } })) !== null
}

/** Entries at the end of a transcript that are looked at. */
const TAIL = 50

/** What a person said for a Run, as far as it stands at the end of the transcript, oldest first. */
export async function lastSaid(sql: Sql, run: { id: string; sessionId: string }): Promise<string[]> {
  const rows = await sql.$queryRaw<{ text: string }[]>`
    SELECT text FROM (SELECT seq, kind, text, "runId" FROM "Entry" WHERE "sessionId" = ${run.sessionId}::uuid
      ORDER BY seq DESC LIMIT ${TAIL}) tail
    WHERE kind = 'user' AND "runId" = ${run.id}::uuid ORDER BY seq`
  return rows.map(({ text }) => text)
}
