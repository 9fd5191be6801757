import * as z from 'zod'
import { DEFAULT_MEMORY, MemorySetting } from '@/lib/domain/memory/memory'
import { ContextMeter } from '@/lib/domain/run/compaction'
import { Compaction, DEFAULT_COMPACTION, DEFAULT_LIMITS, Limits } from '@/lib/domain/run/limits'
import { NO_USAGE, Usage } from '@/lib/domain/run/usage'
import {
  ALL_TOOLS,
  Blocks,
  Dialect,
  Mode,
  ModelId,
  type Session,
  Thinking,
  ToolChoice,
} from '@/lib/domain/session/session'
import { dateOrNull, instant, optional, orNull } from '../connection/columns'
import { json, jsonText, jsonValue, type Tx } from '../connection/database'
import { assignments, GUARD, type Rows } from '../connection/rows'
import type { Sql } from '../connection/sql'
import { shown, stored, whole, withDefaults } from '../connection/stored'
import { Prisma } from '../generated/client'
import type { StoredEvent } from '../record/event'

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
  limits: withDefaults(Limits, DEFAULT_LIMITS),
  compaction: withDefaults(Compaction, DEFAULT_COMPACTION),
  tools: withDefaults(ToolChoice, ALL_TOOLS),
  workspace: z.string(),
  persona: optional(z.string()),
  memory: withDefaults(MemorySetting, DEFAULT_MEMORY),
  blocks: Blocks,
  archived: z.boolean(),
  parent: optional(z.object({ sessionId: z.string(), seq: z.int() })),
  usage: withDefaults(Usage, NO_USAGE),
  meter: optional(ContextMeter),
  oriented: z.boolean(),
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

/** A row as far as it can be read: a session is listed by its title whatever else is broken. */
export const readSessionRow = stored(SessionRow, {
  limits: {},
  compaction: {},
  tools: {},
  memory: {},
  usage: {},
  parent: null,
  meter: null,
})

/** A row to be shown. */
const shownSessionRow = (row: { id: string }): SessionRow => shown(`Session ${row.id}`, readSessionRow(row))

/** A row to be worked on. */
export const parseSessionRow = (row: { id: string }): SessionRow =>
  whole(`Session ${row.id}`, readSessionRow(row))

/** Of its row, of its head, which every commit moves, and of its wake, which may be absent. */
const HEAD = new Set([
  'version',
  'leaseEpoch',
  'leaseHolder',
  'leaseUntil',
  'seq',
  'head',
  'signature',
  'runs',
  'requests',
  'usage',
  'meter',
  'oriented',
])

function columnOf(name: string): string {
  if (name === 'wakeAt') return 'w.at AS "wakeAt"'
  return `${HEAD.has(name) ? 'h' : 's'}."${name}"`
}

/** Its columns by name, so that the statements that ask for them can be prepared once. They are those of SESSION. */
export const SESSION_COLUMNS = Prisma.raw(Object.keys(SessionRow.shape).map(columnOf).join(', '))

/** A whole session: `s`, `h` and `w`. */
export const SESSION = Prisma.raw(`"Session" s JOIN "SessionHead" h ON h."sessionId" = s.id
  LEFT JOIN "Wake" w ON w."sessionId" = s.id`)

export async function findSession(
  sql: Sql,
  where: { id: string } | { key: string },
): Promise<SessionRow | null> {
  const condition = 'id' in where ? Prisma.sql`s.id = ${where.id}::uuid` : Prisma.sql`s.key = ${where.key}`
  const rows = await sql.$queryRaw<
    { id: string }[]
  >`SELECT ${SESSION_COLUMNS} FROM ${SESSION} WHERE ${condition}`
  return rows[0] ? shownSessionRow(rows[0]) : null
}

/** The title of a session alone; empty where there is no such session any more. */
export async function sessionTitle(tx: Pick<Tx, 'session'>, id: string): Promise<string> {
  return (await tx.session.findUnique({ where: { id }, select: { title: true } }))?.title ?? ''
}

/** False where a session with this key is there already; a parallel maker of it is waited for. */
export async function insertSession(tx: Tx, row: SessionRow): Promise<boolean> {
  const { count } = await tx.session.createMany({
    data: {
      ...settingsOf(row),
      id: row.id,
      key: orNull(row.key),
      modeExpiresAt: dateOrNull(row.modeExpiresAt),
      limits: jsonValue(row.limits),
      compaction: jsonValue(row.compaction),
      tools: jsonValue(row.tools),
      memory: jsonValue(row.memory),
      parent: json(row.parent),
      createdAt: new Date(row.createdAt),
      updatedAt: new Date(row.updatedAt),
    },
    skipDuplicates: true,
  })
  const { oriented } = row
  const head = { sessionId: row.id, usage: jsonValue(row.usage), oriented }
  if (count === 1) await tx.sessionHead.create({ data: head })
  return count === 1
}

const settingsOf = (row: SessionRow) => ({
  title: row.title,
  model: row.model,
  dialect: row.dialect,
  mode: row.mode,
  thinking: row.thinking,
  workspace: row.workspace,
  persona: orNull(row.persona),
  blocks: row.blocks,
  archived: row.archived,
})

/** What a person sets. */
export function saveSessionSettings(rows: Rows, row: SessionRow): void {
  rows.update('Session', row.id, {
    ...settingsOf(row),
    modeExpiresAt: orNull(row.modeExpiresAt),
    limits: jsonText(row.limits),
    compaction: jsonText(row.compaction),
    tools: jsonText(row.tools),
    memory: jsonText(row.memory),
  })
}

/**
 * Writes rows and what every write of a session moves (its counters, chain head, lease, version and wake), if the
 * session and the policy still are what they were when it was decided what to write, and tells whether they were. Where
 * they are not, somebody else was faster, and nothing is written.
 */
export async function swapSession(
  sql: Sql,
  {
    before,
    policyVersion,
    row,
    rows,
  }: { before: SessionRow; policyVersion: number; row: SessionRow; rows: Rows },
): Promise<boolean> {
  if (row.updatedAt !== before.updatedAt) rows.update('Session', row.id, { updatedAt: row.updatedAt })
  if (row.wakeAt !== before.wakeAt) saveWake(rows, row)
  const guard = Prisma.sql`UPDATE "SessionHead" SET ${assignments(headOf(row))} WHERE "sessionId" = ${row.id}::uuid
    AND version = ${before.version} AND "leaseEpoch" = ${before.leaseEpoch} AND head = ${before.head}
    AND (SELECT "policyVersion" FROM "Installation" WHERE id = 1) = ${policyVersion} RETURNING "sessionId"`
  return rows.write(sql, guard)
}

function saveWake(rows: Rows, { id, wakeAt }: SessionRow): void {
  if (wakeAt !== undefined) rows.insert('Wake', [{ sessionId: id, at: wakeAt }], { replace: ['sessionId'] })
  else rows.add(Prisma.sql`DELETE FROM "Wake" USING ${GUARD} WHERE "Wake"."sessionId" = ${id}::uuid`)
}

function headOf(row: SessionRow) {
  const { oriented, runs, requests, seq, head, signature, version, leaseEpoch } = row
  return {
    oriented,
    runs,
    requests,
    seq,
    head,
    signature,
    version,
    leaseEpoch,
    leaseHolder: row.leaseHolder === undefined ? null : row.leaseHolder.toString(),
    leaseUntil: orNull(row.leaseUntil),
    usage: jsonText(row.usage),
    meter: jsonText(row.meter),
  }
}

/**
 * Removes a session and all that belongs to it, and adds the link that tells so: the database refuses the one without
 * the other, and refuses a link that tells anything else.
 */
export async function removeSession(
  tx: Tx,
  id: string,
  { link, signature }: { link: Pick<StoredEvent, 'at' | 'hash'>; signature: string },
): Promise<void> {
  const { at, hash } = link
  await tx.$executeRaw`SELECT delete_session(${id}::uuid, ${at}::timestamptz, ${hash}, ${signature})`
}

/** The Session as everybody outside sees it; state and count come from its Runs and Calls. */
export function toSession(
  row: SessionRow,
  now: Pick<Session, 'state' | 'pendingCalls' | 'nextCall'>,
): Session {
  const { meter, oriented, runs, requests, seq, head, signature, version, ...shown } = row
  const { leaseEpoch, leaseHolder, leaseUntil, wakeAt, ...session } = shown
  return { ...session, ...now }
}
