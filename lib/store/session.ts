import * as z from 'zod'
import { ContextMeter } from '@/lib/domain/compaction'
import { type Instant, toInstant } from '@/lib/domain/instant'
import { Compaction, Limits } from '@/lib/domain/limits'
import { MemorySetting } from '@/lib/domain/memory'
import { Blocks, Dialect, Mode, ModelId, type Session, Thinking, ToolChoice } from '@/lib/domain/session'
import { Usage } from '@/lib/domain/usage'
import { put } from './batch'
import { dateOrNull, instant, optional, orNull } from './columns'
import { json, jsonText, jsonValue, type Tx } from './database'
import { Prisma } from './generated/client'

/** A Session as its row has it. What depends on its Runs and Calls is read beside it. */
const SessionRow = z.object({
  id: z.string(),
  key: optional(z.string()),
  title: z.string(),
  model: ModelId,
  dialect: Dialect,
  mode: Mode,
  modeExpiresAt: optional(instant),
  thinking: Thinking,
  limits: Limits,
  compaction: Compaction,
  tools: ToolChoice,
  workspace: z.string(),
  persona: optional(z.string()),
  memory: MemorySetting,
  blocks: Blocks,
  archived: z.boolean(),
  parent: optional(z.object({ sessionId: z.string(), seq: z.int() })),
  usage: Usage,
  meter: optional(ContextMeter),
  runs: z.int(),
  requests: z.int(),
  seq: z.int(),
  head: z.string(),
  signature: z.string(),
  version: z.int(),
  leaseEpoch: z.int(),
  leaseHolder: optional(z.bigint()),
  leaseUntil: optional(instant),
  wakeAt: optional(instant),
  createdAt: instant,
  updatedAt: instant,
})
export type SessionRow = z.infer<typeof SessionRow>

export const parseSessionRow = (row: unknown): SessionRow => SessionRow.parse(row)

/** Its columns by name, so that the statements that ask for them can be prepared once. */
export const SESSION_COLUMNS = Prisma.raw(
  Object.keys(SessionRow.shape)
    .map(name => `s."${name}"`)
    .join(', '),
)

/** Locks the row: every fact and every write of the loop begins here. Brings the database's time. */
export async function lockSession(tx: Tx, id: string): Promise<{ row: SessionRow; now: Instant } | null> {
  const rows = await tx.$queryRaw<{ now: Date }[]>`
    SELECT ${SESSION_COLUMNS}, clock_timestamp() AS now FROM "Session" s WHERE s.id = ${id}::uuid FOR UPDATE`
  const found = rows[0]
  return found ? { row: parseSessionRow(found), now: toInstant(found.now) } : null
}

/** The session is no longer as it was seen. */
export class Moved extends Error {}

const MOVED = 'The session is no longer as it was seen.'
const LOCK_VERSION = `SELECT (CASE WHEN count(*) = 1 THEN '1' ELSE '${MOVED}' END)::int AS locked
  FROM (SELECT 1 FROM "Session" WHERE id = $1::uuid AND xmin = $2::xid FOR UPDATE) still`

/** Locks the row if it still is of this version; if not, throws Moved, and Postgres refuses whatever is asked after it. */
export async function lockVersion(tx: Tx, { id, version }: { id: string; version: string }): Promise<void> {
  try {
    await tx.$queryRawUnsafe(LOCK_VERSION, id, version)
  } catch (error) {
    throw error instanceof Error && error.message.includes(MOVED) ? new Moved(MOVED) : error
  }
}

export async function findSession(
  tx: Tx,
  where: { id: string } | { key: string },
): Promise<SessionRow | null> {
  const row = await tx.session.findUnique({ where })
  return row && parseSessionRow(row)
}

/** False where a session with this key is there already; a parallel maker of it is waited for. */
export async function insertSession(tx: Tx, row: SessionRow): Promise<boolean> {
  const { count } = await tx.session.createMany({
    data: {
      ...row,
      ...columnsOf(row),
      key: orNull(row.key),
      limits: jsonValue(row.limits),
      compaction: jsonValue(row.compaction),
      tools: jsonValue(row.tools),
      memory: jsonValue(row.memory),
      usage: jsonValue(row.usage),
      parent: json(row.parent),
      meter: json(row.meter),
      createdAt: new Date(row.createdAt),
      updatedAt: new Date(row.updatedAt),
    },
    skipDuplicates: true,
  })
  return count === 1
}

const columnsOf = (row: SessionRow) => ({
  persona: orNull(row.persona),
  leaseHolder: orNull(row.leaseHolder),
  modeExpiresAt: dateOrNull(row.modeExpiresAt),
  leaseUntil: dateOrNull(row.leaseUntil),
  wakeAt: dateOrNull(row.wakeAt),
})

/** What every write of a session moves: its counters, chain head, lease, version and wake. */
export async function saveSessionCourse(tx: Tx, row: SessionRow): Promise<void> {
  const { id, runs, requests, seq, head, signature, version, leaseEpoch, updatedAt } = row
  const set = {
    ...{ runs, requests, seq, head, signature, version, leaseEpoch, updatedAt },
    leaseHolder: row.leaseHolder === undefined ? null : row.leaseHolder.toString(),
    leaseUntil: orNull(row.leaseUntil),
    wakeAt: orNull(row.wakeAt),
    usage: jsonText(row.usage),
    meter: jsonText(row.meter),
  }
  await put(tx, { update: 'Session', id, set })
}

/** What a person sets. */
export async function saveSessionSettings(tx: Tx, row: SessionRow): Promise<void> {
  await tx.session.update({
    where: { id: row.id },
    data: {
      title: row.title,
      model: row.model,
      dialect: row.dialect,
      mode: row.mode,
      modeExpiresAt: dateOrNull(row.modeExpiresAt),
      thinking: row.thinking,
      limits: jsonValue(row.limits),
      compaction: jsonValue(row.compaction),
      tools: jsonValue(row.tools),
      workspace: row.workspace,
      persona: orNull(row.persona),
      memory: jsonValue(row.memory),
      blocks: row.blocks,
      archived: row.archived,
    },
  })
}

export async function removeSession(tx: Tx, id: string): Promise<void> {
  await tx.event.deleteMany({ where: { chain: id } })
  await tx.session.delete({ where: { id } })
}

/** The Session as everybody outside sees it; state and count come from its Runs and Calls. */
export const toSession = (row: SessionRow, now: Pick<Session, 'state' | 'pendingCalls'>): Session => ({
  id: row.id,
  key: row.key,
  title: row.title,
  model: row.model,
  dialect: row.dialect,
  mode: row.mode,
  modeExpiresAt: row.modeExpiresAt,
  thinking: row.thinking,
  limits: row.limits,
  tools: row.tools,
  workspace: row.workspace,
  persona: row.persona,
  memory: row.memory,
  blocks: row.blocks,
  compaction: row.compaction,
  state: now.state,
  pendingCalls: now.pendingCalls,
  usage: row.usage,
  archived: row.archived,
  parent: row.parent,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})
