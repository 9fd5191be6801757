import * as z from 'zod'
import { ModelMessage } from '@/lib/domain/call/solution'
import { CompactionLine } from '@/lib/domain/run/compaction'
import { instant, optional } from '../connection/columns'
import type { Tx } from '../connection/database'
import type { Rows } from '../connection/rows'
import type { Sql } from '../connection/sql'
import { stored, whole } from '../connection/stored'
import { Prisma } from '../generated/client'

const Paths = z.object({ read: z.array(z.string()), changed: z.array(z.string()) })

/** Where earlier messages left the model's view. */
const StoredCompaction = z.object({
  ...CompactionLine.shape,
  id: z.string(),
  seq: z.int(),
  /** With what earlier ones dropped. */
  total: z.int(),
  /** Of the whole conversation up to `through`. */
  fileActivity: Paths,
  /** What the model is told in their place; the last message of the person may be among them. */
  messages: z.array(ModelMessage),
  undone: optional(z.object({ by: z.string(), at: z.string() })),
  at: instant,
})
type StoredCompaction = z.infer<typeof StoredCompaction>

const read = stored(StoredCompaction)

/** What the model is told depends on it: it is worked on, or not read at all. */
const toCompaction = (row: { id: string }): StoredCompaction => whole(`Compaction ${row.id}`, read(row))

export function insertCompaction(
  rows: Rows,
  sessionId: string,
  compaction: Omit<StoredCompaction, 'undone'>,
): void {
  rows.insert('Compaction', [{ ...compaction, sessionId }])
}

/** It is no longer in force; the one before it is, if there is one. */
export function markUndone(rows: Rows, id: string, undone: { by: string; at: string }): void {
  rows.update('Compaction', id, { undone })
}

/** The compactions of a session of which one is in force, or was last: newest first. */
export async function lastCompactions(sql: Sql, sessionId: string): Promise<StoredCompaction[]> {
  const rows = await sql.$queryRaw<{ id: string }[]>`
    SELECT * FROM "Compaction" c WHERE c."sessionId" = ${sessionId}::uuid AND c.seq >= coalesce(
      (SELECT max(f.seq) FROM "Compaction" f WHERE f."sessionId" = ${sessionId}::uuid AND f.undone IS NULL), 0)
    ORDER BY c.seq DESC LIMIT 20`
  return rows.map(toCompaction)
}

export async function findCompaction(
  tx: Tx,
  where: { id: string; sessionId: string },
): Promise<StoredCompaction | null> {
  const row = await tx.compaction.findFirst({ where })
  return row && toCompaction(row)
}

/** What an Entry shows of the compaction that it stands for, or NULL, as one JSON value beside the row `e`. */
export const COMPACTION_OF = Prisma.sql`(SELECT json_build_object('method', m.method, 'why', m.why,
    'dropped', m.dropped, 'before', m.before, 'after', m.after, 'from', m."from", 'through', m.through,
    'undone', CASE WHEN m.undone IS NOT NULL THEN true END)
  FROM "Compaction" m WHERE m.id = e.id)`

/** It as it is read. */
export const CompactionColumn = optional(CompactionLine.extend({ undone: optional(z.literal(true)) }))

/** A message as the model gets to see it, the Event that added it, and the hash of its text as the Entry keeps it. */
type Placed = { seq: number; message: ModelMessage; hash?: string }

/** What is in force of the session's compactions, and the messages: so many that stand for others, and those since. */
export type StoredHistory = { cut: ActiveCompaction | undefined; placed: number; messages: Placed[] }

/** A message as it was told to the model: nothing of a history is left out because it cannot be read. */
const CompactionTexts = z
  .object({ seq: z.int(), message: z.unknown(), hash: z.string() })
  .transform(({ message, ...entry }): Placed => {
    return { ...entry, message: readMessage(`Message ${entry.seq}`, message) }
  })

function readMessage(what: string, value: unknown): ModelMessage {
  const read = ModelMessage.safeParse(value)
  return whole(what, read.success ? read.data : null)
}

const ActiveCompaction = z.object({ id: z.string(), through: z.int(), total: z.int(), fileActivity: Paths })
export type ActiveCompaction = z.infer<typeof ActiveCompaction>

/** The hash of the message of an Entry `e`. */
export const ENTRY_HASH = Prisma.sql`'sha256:' || encode(sha256(convert_to(e.message::text, 'UTF8')), 'hex')`

/**
 * Everything the model gets to see of a session, as one JSON value. What was left out is not read, and where the same
 * compaction is in force as when it was read recently, only what came since.
 */
export const HISTORY_OF = (sessionId: string, recent?: StoredHistory) => Prisma.sql`(
  WITH cut AS (SELECT c.id, c.through, c.total, c."fileActivity", c.messages FROM "Compaction" c
    WHERE c."sessionId" = ${sessionId}::uuid AND c.undone IS NULL ORDER BY c.seq DESC LIMIT 1)
  SELECT json_build_object('cut', (SELECT to_json(cut) FROM cut), 'since', (
    SELECT coalesce(json_agg(json_build_object('seq', e.seq, 'message', e.message,
        'hash', ${ENTRY_HASH}) ORDER BY e.seq), '[]')
    FROM "Entry" e WHERE e."sessionId" = ${sessionId}::uuid
      AND e.message IS NOT NULL AND e.seq > CASE WHEN ${recent !== undefined}
        AND (SELECT cut.id FROM cut) IS NOT DISTINCT FROM ${recent?.cut?.id ?? null}::uuid
        THEN ${Math.max(recent?.cut?.through ?? 0, recent?.messages.at(-1)?.seq ?? 0)}::int ELSE coalesce((SELECT cut.through FROM cut), 0) END)))`

/** It as it is read: in order, what takes the place of what was left out, then what came after it. */
export const HistoryColumn = z
  .object({
    cut: optional(ActiveCompaction.extend({ messages: z.array(z.unknown()) })),
    since: z.array(CompactionTexts),
  })
  .transform(({ cut: summary, since }): StoredHistory => {
    if (!summary) return { cut: undefined, placed: 0, messages: since }
    const { messages, ...cut } = summary
    const what = `What stands for the messages up to ${cut.through}`
    const placed = messages.map(message => ({ seq: 0, message: readMessage(what, message) }))
    return { cut, placed: placed.length, messages: [...placed, ...since] }
  })

/** What was read recently, with what came since. */
export const continuedHistory = (recent: StoredHistory | undefined, read: StoredHistory): StoredHistory =>
  recent && recent.cut?.id === read.cut?.id
    ? { ...recent, messages: [...recent.messages, ...read.messages.slice(read.placed)] }
    : read

export async function historyOf(sql: Sql, sessionId: string, recent?: StoredHistory): Promise<StoredHistory> {
  const [row] = await sql.$queryRaw<{ history: unknown }[]>`
    SELECT ${HISTORY_OF(sessionId, recent)} AS history`
  return continuedHistory(recent, HistoryColumn.parse(row?.history))
}
