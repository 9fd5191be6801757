import * as z from 'zod'
import type { Call, CallSet } from '@/lib/domain/call'
import { type Instant, toInstant } from '@/lib/domain/instant'
import { type QueueItem, QueueMode } from '@/lib/domain/message'
import type { PersonSet } from '@/lib/domain/next-step'
import type { Rule } from '@/lib/domain/rule'
import { type RunRow, Stop } from '@/lib/domain/run'
import { callsWhere, parseCalls, toSet } from './call'
import { instant, optional } from './columns'
import type { Tx } from './database'
import { Prisma } from './generated/client'
import { answeredOf, type Claim, claimOf, type OnceKey, type RequestKey } from './idempotency-key'
import { LastContext, lastContextOf } from './request'
import { toRule } from './rule'
import { parseRun } from './run'
import { parseSessionRow, SESSION_COLUMNS, type SessionRow } from './session'

/** A Run to work on, the Calls of its last set, what was said since. */
export type RunInHand = { run: RunRow; calls: Call[]; items: QueueItem[] }

/**
 * What the loop looks at: the Run that is next in order and has not ended, the open sets by people, the Rules
 * that hold, and what the last Request sent.
 */
export type WorkInHand = {
  atWork: RunInHand | null
  byPeople: PersonSet[]
  rules: Rule[]
  context: LastContext | undefined
}

const Calls = z.array(z.looseObject({ setId: z.string() }))
const Found = z.object({
  run: optional(z.record(z.string(), z.unknown())),
  last: optional(z.string()),
  items: z.array(
    z.object({ id: z.string(), runId: z.string(), mode: QueueMode, text: z.string(), createdAt: instant }),
  ),
  sets: z.array(z.object({ id: z.string(), stop: optional(Stop) })),
  calls: Calls,
  rules: z.array(z.unknown()),
  context: optional(LastContext),
})

/** What there is to do in a session, beside its row: the Calls of all sets that matter are read at once. */
const columns = (
  session: Prisma.Sql,
  shown = Prisma.empty,
): Prisma.Sql => Prisma.sql`to_json(r) AS run, last.id AS last,
  (SELECT coalesce(json_agg(q ORDER BY q."createdAt", q.id), '[]') FROM "QueueItem" q
    WHERE q."runId" = r.id) AS items,
  (SELECT coalesce(json_agg(json_build_object('id', p.id, 'stop', p.stop) ORDER BY p."createdAt", p.id), '[]')
    FROM "CallSet" p WHERE p.id = ANY(people.ids)) AS sets,
  ${callsWhere(Prisma.sql`"setId" = ANY(people.ids || last.id ${shown})`)} AS calls,
  (SELECT coalesce(json_agg(e ORDER BY e.id), '[]') FROM "Rule" e
    WHERE e.enabled AND (e.scope = 'always' OR e."sessionId" = ${session})) AS rules,
  ${lastContextOf(session)} AS context`

/** The Run that is next in order and has not ended, its last set, and the open sets by people. */
const beside = (session: Prisma.Sql): Prisma.Sql => Prisma.sql`
  LEFT JOIN "Run" r ON r.id = (SELECT id FROM "Run"
    WHERE "sessionId" = ${session} AND status <> 'ended' ORDER BY position LIMIT 1)
  LEFT JOIN LATERAL (SELECT id FROM "CallSet" WHERE "runId" = r.id
    ORDER BY request DESC NULLS LAST LIMIT 1) last ON true
  CROSS JOIN LATERAL (SELECT ARRAY(SELECT DISTINCT "setId" FROM "Call"
    WHERE "sessionId" = ${session} AND state <> 'settled' AND dialect = 'person') AS ids) people`

/** The session of a statement that is made once, whose first value its id is. */
const SESSION = Prisma.raw('$1::uuid')

const READ = Prisma.sql`SELECT ${columns(SESSION)} FROM (SELECT 1) one ${beside(SESSION)}`.text

/** One statement, whatever the history of the session. */
export async function workInHand(tx: Tx, sessionId: string): Promise<WorkInHand> {
  const rows = await tx.$queryRawUnsafe<unknown[]>(READ, sessionId)
  return (await toWork(tx, rows[0])).work
}

const ANSWERED = answeredOf({
  person: Prisma.raw('$2'),
  method: Prisma.raw('$3'),
  path: Prisma.raw('$4'),
  key: Prisma.raw('$5'),
})
const valuesOf = (once: RequestKey | undefined): (string | null)[] => {
  const { person = null, method = null, path = null, key = null } = once ?? {}
  return [person, method, path, key]
}

type Locked = { now: Date; version_locked: string; version_seen: string; answered: unknown }

const LOCK = Prisma.sql`
  SELECT ${SESSION_COLUMNS}, clock_timestamp() AS now, s.xmin::text AS version_locked,
    (SELECT seen.xmin::text FROM "Session" seen WHERE seen.id = s.id) AS version_seen, ${columns(SESSION)},
    ${ANSWERED} AS answered
  FROM "Session" s ${beside(SESSION)} WHERE s.id = ${SESSION} FOR UPDATE OF s`.text

/**
 * Locks the row, as lockSession does, and brings the work in hand with it, and with `once` what was answered. Who had
 * to wait for the lock sees the row as it is now and the rest as it was when he came: `work` and `claim` are then
 * absent, and to be read anew.
 */
export async function lockWork(
  tx: Tx,
  sessionId: string,
  once?: OnceKey,
): Promise<{ row: SessionRow; now: Instant; work: WorkInHand | null; claim: Claim | null } | null> {
  const rows = await tx.$queryRawUnsafe<Locked[]>(LOCK, sessionId, ...valuesOf(once))
  const found = rows[0]
  if (!found) return null
  const isOfOneMoment = found.version_locked === found.version_seen
  const work = isOfOneMoment ? (await toWork(tx, found)).work : null
  const claim = once && isOfOneMoment ? claimOf(found.answered, once) : null
  return { row: parseSessionRow(found), now: toInstant(found.now), work, claim }
}

/**
 * A session as one statement saw it, without a lock: `version` tells whether it still is so. `arrived` is this
 * process's own clock, in milliseconds.
 */
export type Seen = {
  row: SessionRow
  version: string
  now: Instant
  arrived: number
  work: WorkInHand
  /** What was answered to the key that it was asked with: see claimOf. */
  answered: unknown
}

const OF_SEEN = Prisma.sql`s.id`
const SEE = Prisma.sql`
  SELECT to_json(shown) AS set, ${SESSION_COLUMNS}, clock_timestamp() AS now, s.xmin::text AS version_seen,
    ${columns(OF_SEEN, Prisma.sql`|| shown.id`)}, ${ANSWERED} AS answered
  FROM "CallSet" shown JOIN "Session" s ON s.id = shown."sessionId" ${beside(OF_SEEN)}
  WHERE shown.id = $1::uuid`.text

type SeenRow = { set: unknown; version_seen: string; now: Date; answered: unknown }

/** A set, and with it what lockWork brings of its session, all of one moment. */
export async function seeSet(
  tx: Tx,
  setId: string,
  once?: RequestKey,
): Promise<(Seen & { set: CallSet }) | null> {
  const rows = await tx.$queryRawUnsafe<SeenRow[]>(SEE, setId, ...valuesOf(once))
  const found = rows[0]
  if (!found) return null
  const arrived = performance.now()
  const { work, calls } = await toWork(tx, found)
  return {
    set: toSet(found.set, calls),
    row: parseSessionRow(found),
    version: found.version_seen,
    now: toInstant(found.now),
    arrived,
    work,
    answered: found.answered,
  }
}

async function toWork(tx: Tx, found: unknown): Promise<{ work: WorkInHand; calls: Call[] }> {
  const { run, last, items, sets, rules, context, ...of } = Found.parse(found)
  const calls = await parseCalls(tx, of.calls)
  const callsOf = (setId: string | undefined): Call[] => calls.filter(call => call.setId === setId)
  const work = {
    atWork: run ? { run: parseRun(run), calls: callsOf(last), items } : null,
    byPeople: sets.map(({ id, stop }) => ({ calls: callsOf(id), stop })),
    rules: rules.map(toRule),
    context,
  }
  return { work, calls }
}
