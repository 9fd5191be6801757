import * as z from 'zod'
import { CallLine, Entry, EntryKind } from '@/lib/domain/entry'
import { Outcome } from '@/lib/domain/run'
import type { ModelMessage } from '@/lib/domain/solution'
import { put } from './batch'
import { instant, optional, orNull } from './columns'
import { COMPACTION_OF, CompactionColumn } from './compaction'
import { jsonText, type Tx } from './database'

export const EntryRow = z.object({
  id: z.string(),
  seq: z.int(),
  runId: optional(z.string()),
  kind: EntryKind,
  text: z.string(),
  reasoning: optional(z.string()),
  callId: optional(z.string()),
  call: optional(CallLine),
  outcome: optional(Outcome),
  compaction: CompactionColumn,
  at: instant,
})

/** Adds to the transcript. `message` is the model's side of the entry, where it has one. */
export async function insertEntry(
  tx: Tx,
  sessionId: string,
  added: { entry: Entry; message?: ModelMessage | undefined },
): Promise<void> {
  const { entry, message } = added
  const row = {
    id: entry.id,
    sessionId,
    seq: entry.seq,
    kind: entry.kind,
    text: entry.kind === 'result' ? null : entry.text,
    runId: orNull(entry.runId),
    reasoning: orNull(entry.reasoning),
    callId: orNull(entry.callId),
    call: jsonText(entry.call),
    outcome: jsonText(entry.outcome),
    message: jsonText(message),
    at: entry.at,
  }
  await put(tx, { insert: 'Entry', rows: [row] })
}

/** Entries before a sequence number (the newest where none is given), oldest first. */
export async function entriesBefore(
  tx: Tx,
  sessionId: string,
  range: { before: number | undefined; limit: number },
): Promise<Entry[]> {
  const before = range.before ?? 2_147_483_647
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT e.id, e.seq, e."runId", e.kind, coalesce(e.text, c.result->>'text', '') AS text, e.reasoning,
      e."callId", e.call, e.outcome, e.at, ${COMPACTION_OF} AS compaction
    FROM "Entry" e LEFT JOIN "Call" c ON c.id = e."callId"
    WHERE e."sessionId" = ${sessionId}::uuid AND e.seq < ${before}
    ORDER BY e.seq DESC LIMIT ${range.limit}`
  return rows.reverse().map(row => Entry.parse(EntryRow.parse(row)))
}

/** True where the transcript has something of a Run. */
export async function hasEntries(tx: Tx, run: { id: string; sessionId: string }): Promise<boolean> {
  const where = { sessionId: run.sessionId, runId: run.id }
  return (await tx.entry.findFirst({ where, select: { id: true } })) !== null
}

/** Entries at the end of a transcript that are looked at. */
const TAIL = 50

/** What a person said for a Run, as far as it stands at the end of the transcript, oldest first. */
export async function lastSaid(tx: Tx, run: { id: string; sessionId: string }): Promise<string[]> {
  const rows = await tx.$queryRaw<{ text: string }[]>`
    SELECT text FROM (SELECT seq, kind, text, "runId" FROM "Entry" WHERE "sessionId" = ${run.sessionId}::uuid
      ORDER BY seq DESC LIMIT ${TAIL}) tail
    WHERE kind = 'user' AND "runId" = ${run.id}::uuid ORDER BY seq`
  return rows.map(({ text }) => text)
}
