import * as z from 'zod'
import type { Call } from '@/lib/domain/call'
import { type Instant, toInstant } from '@/lib/domain/instant'
import { type QueueItem, QueueMode } from '@/lib/domain/message'
import type { PersonSet } from '@/lib/domain/next-step'
import type { Rule } from '@/lib/domain/rule'
import { type RunRow, Stop } from '@/lib/domain/run'
import { callsWhere, parseCalls } from './call'
import { instant, optional } from './columns'
import type { Tx } from './database'
import { Prisma } from './generated/client'
import { answeredOf, type Claim, claimOf, type OnceKey } from './idempotency-key'
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
  calls: Calls,
  items: z.array(
    z.object({ id: z.string(), runId: z.string(), mode: QueueMode, text: z.string(), createdAt: instant }),
  ),
  sets: z.array(z.object({ id: z.string(), stop: optional(Stop), calls: Calls })),
  rules: z.array(z.unknown()),
  context: optional(LastContext),
})

const OF_LAST_SET = Prisma.sql`"setId" = (
  SELECT id FROM "CallSet" WHERE "runId" = r.id ORDER BY request DESC NULLS LAST LIMIT 1)`

/** The session of a statement that is made once, whose first value its id is. */
const SESSION = Prisma.raw('$1::uuid')

const COLUMNS = Prisma.sql`to_json(r) AS run,
  ${callsWhere(OF_LAST_SET)} AS calls,
  (SELECT coalesce(json_agg(q ORDER BY q."createdAt", q.id), '[]') FROM "QueueItem" q
    WHERE q."runId" = r.id) AS items,
  (SELECT coalesce(json_agg(json_build_object('id', p.id, 'stop', p.stop, 'calls', ${callsWhere(Prisma.sql`"setId" = p.id`)})
    ORDER BY p."createdAt", p.id), '[]') FROM "CallSet" p
    WHERE p.id IN (SELECT "setId" FROM "Call"
      WHERE "sessionId" = ${SESSION} AND state <> 'settled' AND dialect = 'person')) AS sets,
  (SELECT coalesce(json_agg(e ORDER BY e.id), '[]') FROM "Rule" e
    WHERE e.enabled AND (e.scope = 'always' OR e."sessionId" = ${SESSION})) AS rules,
  ${lastContextOf(SESSION)} AS context`

const RUN = Prisma.sql`"Run" r ON r.id = (SELECT id FROM "Run"
  WHERE "sessionId" = ${SESSION} AND status <> 'ended' ORDER BY position LIMIT 1)`

const READ = Prisma.sql`SELECT ${COLUMNS} FROM (SELECT 1) one LEFT JOIN ${RUN}`.text

/** One statement, whatever the history of the session. */
export async function workInHand(tx: Tx, sessionId: string): Promise<WorkInHand> {
  const rows = await tx.$queryRawUnsafe<unknown[]>(READ, sessionId)
  return toWork(tx, rows[0])
}

type Locked = { now: Date; version_locked: string; version_seen: string; answered: unknown }

const LOCK = Prisma.sql`
  SELECT ${SESSION_COLUMNS}, clock_timestamp() AS now, s.xmin::text AS version_locked,
    (SELECT seen.xmin::text FROM "Session" seen WHERE seen.id = s.id) AS version_seen, ${COLUMNS},
    ${answeredOf({ person: Prisma.raw('$2'), method: Prisma.raw('$3'), path: Prisma.raw('$4'), key: Prisma.raw('$5') })} AS answered
  FROM "Session" s LEFT JOIN ${RUN} WHERE s.id = ${SESSION} FOR UPDATE OF s`.text

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
  const { person = null, method = null, path = null, key = null } = once ?? {}
  const rows = await tx.$queryRawUnsafe<Locked[]>(LOCK, sessionId, person, method, path, key)
  const found = rows[0]
  if (!found) return null
  const isOfOneMoment = found.version_locked === found.version_seen
  const work = isOfOneMoment ? await toWork(tx, found) : null
  const claim = once && isOfOneMoment ? claimOf(found.answered, once) : null
  return { row: parseSessionRow(found), now: toInstant(found.now), work, claim }
}

async function toWork(tx: Tx, found: unknown): Promise<WorkInHand> {
  const { run, items, sets, rules, context, ...of } = Found.parse(found)
  const calls = await parseCalls(tx, [...of.calls, ...sets.flatMap(set => set.calls)])
  const own = calls.slice(of.calls.length)
  return {
    atWork: run ? { run: parseRun(run), calls: calls.slice(0, of.calls.length), items } : null,
    byPeople: sets.map(({ id, stop }) => ({ calls: own.filter(call => call.setId === id), stop })),
    rules: rules.map(toRule),
    context,
  }
}
