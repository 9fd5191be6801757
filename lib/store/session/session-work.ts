import * as z from 'zod'
import type { Call, CallSet } from '@/lib/domain/call/call'
import type { Hook } from '@/lib/domain/hooks/hook'
import { type Instant, toInstant } from '@/lib/domain/instant'
import type { Rule } from '@/lib/domain/policy/rule'
import type { QueueItem } from '@/lib/domain/run/message'
import { type RunRow, Stop } from '@/lib/domain/run/run'
import { callsWhere, parseCalls, toSet } from '../call/call'
import { optional } from '../connection/columns'
import type { Sql } from '../connection/sql'
import { stored, whole } from '../connection/stored'
import { Prisma } from '../generated/client'
import { HOOKS_ON, toHook } from '../hooks/hook'
import { answeredOf, type Claim, claimOf, type OnceKey } from '../installation/idempotency-key'
import { FREE_RUNS } from '../installation/lease'
import { toRule } from '../policy/rule'
import { LAST_HASH } from '../record/event'
import { readQueueItem } from '../run/queue-item'
import { LastContext, lastContextOf } from '../run/request'
import { parseRun } from '../run/run'
import { readSessionRow, SESSION, SESSION_COLUMNS, type SessionRow } from './session'

/** A Run that has not ended. The one with the lowest position is worked on next. */
export type OpenRun = { run: RunRow; position: number }

/** A set that a person made, and that has not ended. */
export type OpenUserSet = { id: string; calls: Call[]; stop: Stop | undefined }

/** All that the loop decides by: what has not ended, what was said since, the Rules that hold, and what was sent last. */
export type SessionWork = {
  /** In the order in which they are worked on. */
  runs: OpenRun[]
  /** Of the last set of the first Run. */
  calls: Call[]
  items: QueueItem[]
  userSets: OpenUserSet[]
  /** Open questions of servers, each asked while a Call runs. */
  elicitations: Call[]
  rules: Rule[]
  /** Those that are on, in the order in which they run. */
  hooks: Hook[]
  /** How many Rules were ever made here: the last one has this number. */
  rulesMade: number
  context: LastContext | undefined
}

/**
 * A session as one statement saw it, without a lock: whoever writes it says which version it was. `last` is the end of
 * its chain; `arrived` this process's own clock, in milliseconds.
 */
export type SessionSnapshot = {
  row: SessionRow
  now: Instant
  arrived: number
  work: SessionWork
  policyVersion: number
  /** How many more Runs all processes may begin; null without such a limit. */
  freeRuns: number | null
  last: { seq: number; hash: string } | null
  /** What was answered to the key that it was asked with. */
  claim: Claim | undefined
}

const OpenRunRow = z.object({ run: z.looseObject({ id: z.string() }), position: z.number() })
const SetHead = z.object({ id: z.string(), origin: z.string(), stop: optional(z.unknown()) })
const readStop = stored(Stop)
const BesideVersion = z.object({
  freeRuns: z.int().nullable(),
  link: optional(z.object({ seq: z.int(), hash: z.string() })),
})
const WorkRow = BesideVersion.extend({
  openRuns: z.array(OpenRunRow),
  last: optional(z.string()),
  items: z.array(z.unknown()),
  sets: z.array(SetHead),
  calls: z.array(z.looseObject({ setId: z.string() })),
  rules: z.array(z.looseObject({ id: z.string() })),
  hooks: z.array(z.looseObject({ id: z.string() })),
  context: optional(LastContext),
  policyVersion: z.int(),
  rulesMade: z.int(),
})

/** What can change while the versions of the session `s` and of the policy stay as they are. */
const BESIDE_VERSION = Prisma.sql`${FREE_RUNS} AS "freeRuns",
  (SELECT json_build_object('seq', e.seq, 'hash', ${LAST_HASH}) FROM "Event" e
    WHERE e.chain = s.id::text ORDER BY e.seq DESC LIMIT 1) AS link`

/** What there is to do in a session, beside its row: the Calls of all sets that matter are read at once. */
const columns = (extra = Prisma.empty): Prisma.Sql => Prisma.sql`
  (SELECT coalesce(json_agg(json_build_object('run', r, 'position', r.position) ORDER BY r.position), '[]')
    FROM "Run" r WHERE r."sessionId" = s.id AND r."endedAt" IS NULL) AS "openRuns",
  last.id AS last,
  (SELECT coalesce(json_agg(q ORDER BY q."createdAt", q.id), '[]') FROM "QueueItem" q
    WHERE q."sessionId" = s.id) AS items,
  (SELECT coalesce(json_agg(json_build_object('id', p.id, 'origin', p.origin, 'stop', p.stop)
      ORDER BY p."createdAt", p.id), '[]')
    FROM "CallSet" p WHERE p.id = ANY(beside.ids)) AS sets,
  ${callsWhere(Prisma.sql`"setId" = ANY(beside.ids || last.id ${extra})`)} AS calls,
  (SELECT coalesce(json_agg(e ORDER BY e.id), '[]') FROM "Rule" e
    WHERE e.enabled AND (e.scope = 'always' OR e."sessionId" = s.id)) AS rules,
  ${HOOKS_ON} AS hooks,
  (SELECT "policyVersion" FROM "Installation" WHERE id = 1) AS "policyVersion",
  (SELECT "rulesMade" FROM "Installation" WHERE id = 1) AS "rulesMade",
  ${lastContextOf(Prisma.sql`s.id`)} AS context, ${BESIDE_VERSION}`

/** The last set of the Run that is next in order and has not ended, and the open sets by people and by servers that ask. */
const BESIDE = Prisma.sql`
  LEFT JOIN LATERAL (SELECT id FROM "CallSet" WHERE "runId" = (SELECT id FROM "Run"
      WHERE "sessionId" = s.id AND "endedAt" IS NULL ORDER BY position LIMIT 1)
    ORDER BY request DESC NULLS LAST LIMIT 1) last ON true
  CROSS JOIN LATERAL (SELECT ARRAY(SELECT DISTINCT "setId" FROM "Call"
    WHERE "sessionId" = s.id AND "endedAt" IS NULL
      AND (dialect = 'person' OR "parentCallId" IS NOT NULL)) AS ids) beside`

const answered = (once: OnceKey | undefined): Prisma.Sql => (once ? answeredOf(once) : Prisma.sql`NULL`)

type FoundRow = { id: string; now: Date; answered: unknown; set?: unknown }

/** One statement, whatever the history of the session; null where there is none. */
export async function readSession(
  sql: Sql,
  sessionId: string,
  once?: OnceKey,
): Promise<SessionSnapshot | null> {
  const rows = await sql.$queryRaw<FoundRow[]>`
    SELECT ${SESSION_COLUMNS}, clock_timestamp() AS now, ${columns()}, ${answered(once)} AS answered
    FROM ${SESSION} ${BESIDE} WHERE s.id = ${sessionId}::uuid`
  return rows[0] ? (await toSnapshot(sql, rows[0], once)).snapshot : null
}

type SessionOfSet = SessionSnapshot & { set: CallSet }

/** The session of a set, and the set with it. `recent`: the session as this process left it, taken where it has not changed since. */
export async function readSessionOfSet(
  sql: Sql,
  setId: string,
  { once, recent }: { once?: OnceKey | undefined; recent?: SessionSnapshot | undefined } = {},
): Promise<SessionOfSet | null> {
  const unchanged = recent && (await readUnchanged(sql, setId, { once, recent }))
  if (unchanged) return unchanged
  const rows = await sql.$queryRaw<FoundRow[]>`
    SELECT to_json(shown) AS set, ${SESSION_COLUMNS}, clock_timestamp() AS now,
      ${columns(Prisma.sql`|| shown.id`)}, ${answered(once)} AS answered
    FROM "CallSet" shown JOIN (${SESSION}) ON s.id = shown."sessionId" ${BESIDE}
    WHERE shown.id = ${setId}::uuid`
  const [row] = rows
  if (!row) return null
  const { snapshot, calls } = await toSnapshot(sql, row, once)
  return { ...snapshot, set: toSet(row.set, calls) }
}

async function readUnchanged(
  sql: Sql,
  setId: string,
  { once, recent }: { once: OnceKey | undefined; recent: SessionSnapshot },
): Promise<SessionOfSet | null> {
  const { work, policyVersion, row: before } = recent
  const rows = await sql.$queryRaw<FoundRow[]>`
    SELECT to_json(k) AS set, s.id, clock_timestamp() AS now, ${BESIDE_VERSION}, ${answered(once)} AS answered
    FROM "CallSet" k JOIN "Session" s ON s.id = k."sessionId" JOIN "SessionHead" h ON h."sessionId" = s.id
    WHERE k.id = ${setId}::uuid AND h.version = ${before.version} AND h.head = ${before.head}
      AND h.signature = ${before.signature}
      AND (SELECT "policyVersion" FROM "Installation" WHERE id = 1) = ${policyVersion}`
  const [row] = rows
  if (!row) return null
  const { link = null, freeRuns } = BesideVersion.parse(row)
  const claim = once && claimOf(row.answered, once)
  const now = toInstant(row.now)
  const set = toSet(row.set, work.calls)
  return { ...recent, now, arrived: performance.now(), freeRuns, last: link, claim, set }
}

async function toSnapshot(
  sql: Sql,
  stored: FoundRow,
  once: OnceKey | undefined,
): Promise<{ snapshot: SessionSnapshot; calls: Call[] }> {
  const arrived = performance.now()
  const { sets, rulesMade, context, policyVersion, freeRuns, link, ...rest } = WorkRow.parse(stored)
  const calls = (await parseCalls(sql, rest.calls)).map(call => whole(`Call ${call.id}`, call))
  const callsOf = (setId: string | undefined): Call[] => calls.filter(call => call.setId === setId)
  const work: SessionWork = {
    runs: rest.openRuns.map(({ run, position }) => ({
      run: whole(`Run ${run.id}`, parseRun(run)),
      position,
    })),
    calls: callsOf(rest.last),
    items: rest.items.map(item => whole('A queued message', readQueueItem(item))),
    userSets: sets
      .filter(({ origin }) => origin !== 'elicitation')
      .map(({ id, stop }) => ({ id, calls: callsOf(id), stop: stopOf(id, stop) })),
    elicitations: sets.filter(({ origin }) => origin === 'elicitation').flatMap(({ id }) => callsOf(id)),
    rules: rest.rules.map(toRule),
    hooks: rest.hooks.map(toHook),
    rulesMade,
    context,
  }
  const claim = once && claimOf(stored.answered, once)
  const row = whole(`Session ${stored.id}`, readSessionRow(stored))
  const now = toInstant(stored.now)
  return { snapshot: { row, now, arrived, work, policyVersion, freeRuns, last: link ?? null, claim }, calls }
}

const stopOf = (setId: string, stop: unknown): Stop | undefined =>
  stop === undefined ? undefined : whole(`Set ${setId}`, readStop(stop))

/** The version of a session, which every write of it moves; null where there is none. */
export async function sessionVersion(sql: Sql, sessionId: string): Promise<number | null> {
  const rows = await sql.$queryRaw<{ version: number }[]>`
    SELECT version FROM "SessionHead" WHERE "sessionId" = ${sessionId}::uuid`
  return rows[0]?.version ?? null
}
