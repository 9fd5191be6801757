import * as z from 'zod'
import { DEFAULT_MEMORY, MemorySetting } from '@/lib/domain/memory/memory'
import { ContextMeter } from '@/lib/domain/run/compaction'
import { Compaction, DEFAULT_COMPACTION, DEFAULT_LIMITS, Limits } from '@/lib/domain/run/limits'
import { NO_USAGE, Usage } from '@/lib/domain/run/usage'
import { Recovery } from '@/lib/domain/run/work-state'
import { ALL_TOOLS, Session, ToolChoice } from '@/lib/domain/session/session'
import { columnsOf, instant, optional } from '../connection/columns'
import { jsonValue, type Tx } from '../connection/database'
import { assignments, GUARD, type Rows } from '../connection/rows'
import type { Sql } from '../connection/sql'
import { orThrowUnreadable, stored, withDefaults } from '../connection/stored'
import { Prisma } from '../generated/client'
import type { StoredEvent } from '../record/event'

/** What people set. */
const Settings = columnsOf(
  Session.pick({
    title: true,
    model: true,
    dialect: true,
    mode: true,
    modeExpiresAt: true,
    modeBefore: true,
    thinking: true,
    limits: true,
    compaction: true,
    tools: true,
    workspace: true,
    persona: true,
    memory: true,
    blocks: true,
    archived: true,
  }),
).extend({
  limits: withDefaults(Limits, DEFAULT_LIMITS),
  compaction: withDefaults(Compaction, DEFAULT_COMPACTION),
  tools: withDefaults(ToolChoice, ALL_TOOLS),
  memory: withDefaults(MemorySetting, DEFAULT_MEMORY),
})

/** What every commit moves: a row of its own. */
const Head = z.object({
  version: z.int(),
  leaseEpoch: z.int(),
  leaseHolder: optional(z.bigint()),
  leaseUntil: optional(instant),
  progressAt: optional(instant),
  recovery: optional(Recovery),
  seq: z.int(),
  head: z.string(),
  signature: z.string(),
  runs: z.int(),
  requests: z.int(),
  usage: withDefaults(Usage, NO_USAGE),
  meter: optional(ContextMeter),
  contextAnnounced: z.boolean(),
})

/** A Session as it is stored. What depends on its Runs and Calls is read beside it. */
const SessionRow = columnsOf(
  Session.pick({ id: true, key: true, parent: true, createdAt: true, updatedAt: true }),
).extend({ ...Settings.shape, ...Head.shape, wakeAt: optional(instant) })
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
  recovery: null,
})

/** Its wake may be absent. */
function columnOf(name: string): string {
  if (name === 'wakeAt') return 'w.at AS "wakeAt"'
  return `${name in Head.shape ? 'h' : 's'}."${name}"`
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
  const [row] = await sql.$queryRaw<{ id: string }[]>`
    SELECT ${SESSION_COLUMNS} FROM ${SESSION} WHERE ${condition}`
  return row ? orThrowUnreadable(`Session ${row.id}`, readSessionRow(row)) : null
}

/** The title of a session alone; empty where there is no such session any more. */
export async function sessionTitle(tx: Pick<Tx, 'session'>, id: string): Promise<string> {
  return (await tx.session.findUnique({ where: { id }, select: { title: true } }))?.title ?? ''
}

/** False where a session with this key is there already; a parallel maker of it is waited for. */
export async function insertSession(tx: Tx, row: SessionRow): Promise<boolean> {
  const { id, key, parent, createdAt, updatedAt, usage, contextAnnounced } = row
  const data = { ...pick(Settings, row), id, key, parent, createdAt, updatedAt }
  const { count } = await tx.session.createMany({
    data: [data as Prisma.SessionCreateManyInput],
    skipDuplicates: true,
  })
  if (count === 1)
    await tx.sessionHead.create({ data: { sessionId: id, usage: jsonValue(usage), contextAnnounced } })
  return count === 1
}

function pick(schema: z.ZodObject, row: SessionRow): Record<string, unknown> {
  const names = Object.keys(schema.shape) as (keyof SessionRow)[]
  return Object.fromEntries(names.map(name => [name, row[name]]))
}

export const saveSessionSettings = (rows: Rows, row: SessionRow): void =>
  rows.update('Session', row.id, pick(Settings, row))

/**
 * Writes rows and what every write of a session moves (its counters, chain head, lease, version and wake), if the
 * session and the policy still are what they were when it was decided what to write, and tells whether they were. Where
 * they are not, somebody else was faster, and nothing is written; nor is it where orphans are stored and none was expected.
 */
export async function swapSession(
  sql: Sql,
  swap: {
    before: SessionRow
    policyVersion: number
    expectsNoOrphans?: boolean
    row: SessionRow
    rows: Rows
  },
): Promise<boolean> {
  const { before, policyVersion, expectsNoOrphans, row, rows } = swap
  if (row.updatedAt !== before.updatedAt) rows.update('Session', row.id, { updatedAt: row.updatedAt })
  if (row.wakeAt !== before.wakeAt) saveWake(rows, row)
  // Two that move the policy wait for each other: the second one finds that it has moved.
  const lock = rows.movesPolicy ? Prisma.sql`FOR UPDATE` : Prisma.empty
  const noOrphans = expectsNoOrphans ? Prisma.sql`AND NOT EXISTS (SELECT FROM "Runaway")` : Prisma.empty
  const guard = Prisma.sql`UPDATE "SessionHead" SET ${assignments(pick(Head, row))} WHERE "sessionId" = ${row.id}::uuid
    AND version = ${before.version} AND "leaseEpoch" = ${before.leaseEpoch} AND head = ${before.head}
    AND (SELECT "policyVersion" FROM "Installation" WHERE id = 1 ${lock}) = ${policyVersion} ${noOrphans}
    RETURNING "sessionId"`
  return rows.write(sql, guard)
}

function saveWake(rows: Rows, { id, wakeAt }: SessionRow): void {
  if (wakeAt !== undefined) rows.insert('Wake', [{ sessionId: id, at: wakeAt }], { replace: ['sessionId'] })
  else rows.add(Prisma.sql`DELETE FROM "Wake" USING ${GUARD} WHERE "Wake"."sessionId" = ${id}::uuid`)
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
  const { meter, contextAnnounced, runs, requests, seq, head, signature, version, ...rest } = row
  const { leaseEpoch, leaseHolder, leaseUntil, progressAt, recovery, wakeAt, ...session } = rest
  return { ...session, ...now }
}
