import * as z from 'zod'
import { type Instant, toInstant } from '@/lib/domain/instant'
import { openReconnectingClient } from '../connection/reconnecting-client'
import type { Sql } from '../connection/sql'
import { Prisma } from '../generated/client'

/** What has become of a lease. `version` is that of the facts, null where it was not renewed, for this time or for ever. */
export type Renewal = { sessionId: string; isHeld: boolean; isTaken: boolean; version: number | null }

type Renewing = {
  leases: { sessionId: string; epoch: number; silentMs: number }[]
  ms: number
  offsetMs: number
}

/**
 * Renews leases by their epochs, and the wakes of their sessions with them: nobody else need look before they run out. A
 * row that somebody writes at this moment is left out, so that no lease waits for another. `offsetMs`: of the time by which
 * this process goes; each lease says for how long there was no progress.
 */
export async function renewLeases(sql: Sql, { leases, ms, offsetMs }: Renewing): Promise<Renewal[]> {
  const ids = leases.map(({ sessionId }) => sessionId)
  const epochs = leases.map(({ epoch }) => epoch)
  const silences = leases.map(({ silentMs }) => offsetMs - silentMs)
  return sql.$queryRaw<Renewal[]>`
    WITH held AS (SELECT * FROM unnest(${ids}::uuid[], ${epochs}::int[], ${silences}::float8[])
      AS held (id, epoch, progress)),
    free AS (SELECT h."sessionId", held.progress FROM "SessionHead" h JOIN held ON held.id = h."sessionId"
      WHERE h."leaseEpoch" = held.epoch AND h."leaseHolder" IS NOT NULL FOR NO KEY UPDATE OF h SKIP LOCKED),
    renewed AS (UPDATE "SessionHead" h SET "leaseUntil" = clock_timestamp() + ${ms + offsetMs} * interval '1 millisecond',
        "progressAt" = clock_timestamp() + free.progress * interval '1 millisecond'
      FROM free WHERE h."sessionId" = free."sessionId"
      RETURNING h."sessionId", h."leaseUntil", h.version),
    woken AS (INSERT INTO "Wake" AS w ("sessionId", at) SELECT "sessionId", "leaseUntil" FROM renewed
      ON CONFLICT ("sessionId") DO UPDATE SET at = excluded.at)
    SELECT held.id AS "sessionId", renewed.version,
      coalesce(h."leaseEpoch" = held.epoch AND h."leaseHolder" IS NOT NULL, false) AS "isHeld",
      coalesce(h."leaseEpoch" <> held.epoch, false) AS "isTaken"
    FROM held LEFT JOIN "SessionHead" h ON h."sessionId" = held.id
      LEFT JOIN renewed ON renewed."sessionId" = held.id`
}

export type ProcessLock = { holder: bigint; close: () => Promise<void> }

/**
 * Holds an advisory lock, on a connection of its own, for as long as this process lives: a hint for others, that they
 * need not wait as long for one that is gone. Where the connection breaks the lock is taken anew, and nothing is lost.
 */
export async function openProcessLock(options: {
  url: string
  holder: bigint
  log: (message: string, error: unknown) => void
}): Promise<ProcessLock> {
  const { url, holder, log } = options
  const { close } = await openReconnectingClient({
    url,
    name: 'presence',
    begin: client => client.query('SELECT pg_advisory_lock($1)', [holder.toString()]),
    connectMs: 2_000,
    log,
  })
  return { holder, close }
}

/**
 * True where no process holds this advisory lock: its process has ended, or has lost its connection. The lock that
 * answers is held to the end of the transaction only, and shared: whoever asks at the same time about another session
 * of that process gets the same answer.
 */
export async function isHolderGone(sql: Sql, holder: bigint): Promise<boolean> {
  const rows = await sql.$queryRaw<
    { holderGone: boolean }[]
  >`SELECT pg_try_advisory_xact_lock_shared(${holder}) AS "holderGone"`
  return rows[0]?.holderGone === true
}

/** How many more Runs may begin, as many are worked on by all processes together; null without such a limit. */
export const FREE_RUNS = Prisma.sql`
  (SELECT (m.value #>> '{}')::int - (SELECT count(*) FROM "Wake" w JOIN "SessionHead" l ON l."sessionId" = w."sessionId"
      WHERE l."leaseHolder" IS NOT NULL)::int FROM "Setting" m WHERE m.id = 'maxRuns' AND m.value <> 'null')`

/** Nobody works on a session whose record cannot be extended. */
const IS_WHOLE = Prisma.sql`NOT EXISTS (SELECT 1 FROM "RecordFault" f WHERE f.chain = s.id::text AND f.stops)`

/** The next Run of the session of `w` has not begun, and nobody works on it or has stopped it. */
const TO_BEGIN = Prisma.sql`
  coalesce((SELECT r.status = 'queued' AND r.stop IS NULL AND h."leaseHolder" IS NULL
    FROM "SessionHead" h JOIN "Run" r ON r."sessionId" = h."sessionId" AND r."endedAt" IS NULL
    WHERE h."sessionId" = w."sessionId" ORDER BY r.position LIMIT 1), false)`

/**
 * Sessions whose wake is due, longest waiting first, of those whose Run is to begin no more than may, and when the next one
 * will be. A process that looks for the first time knows nothing of a clock that was set back before: `isFirst` counts also
 * those that wait for any time and were written after now.
 */
export async function dueSessions(
  sql: Sql,
  { limit, offsetMs, isFirst }: { limit: number; offsetMs: number; isFirst?: boolean },
): Promise<{ due: string[]; nextInMs: number | null }> {
  const seconds = offsetMs / 1000
  const due = await sql.$queryRaw<{ id: string }[]>`
    WITH free AS MATERIALIZED (SELECT ${FREE_RUNS} AS runs),
    due AS (SELECT s.id, w.at, CASE WHEN free.runs IS NULL THEN false ELSE ${TO_BEGIN} END AS begins
      FROM free, "Wake" w JOIN "Session" s ON s.id = w."sessionId",
        LATERAL (SELECT clock_timestamp() + ${seconds} * interval '1 second' AS now) time
      WHERE w.at <= CASE WHEN ${isFirst ?? false} AND s."updatedAt" > now THEN 'infinity' ELSE now END
        AND ${IS_WHOLE})
    SELECT d.id FROM free, (SELECT due.*, row_number() OVER (PARTITION BY begins ORDER BY at) AS place FROM due) d
    WHERE NOT d.begins OR d.place <= free.runs ORDER BY d.at LIMIT ${limit}`
  const next = await sql.$queryRaw<{ ms: number | null }[]>`
    SELECT (extract(epoch FROM min(at) - clock_timestamp())::float8 - ${seconds}) * 1000 AS ms
    FROM "Wake" WHERE at > clock_timestamp() + ${seconds} * interval '1 second'`
  return { due: due.map(row => row.id), nextInMs: next[0]?.ms ?? null }
}

/** A lease that another process holds: it is renewed under its epoch, which moves its end. */
export type HeldLease = { id: string; epoch: number; until: Instant | undefined; isHolderGone: boolean }

/** The leases that other processes hold (a session that is held always has a wake), and of which of these the advisory lock is free. */
export async function heldLeases(sql: Sql, self: bigint): Promise<HeldLease[]> {
  const rows = await sql.$queryRaw<(Omit<HeldLease, 'until'> & { until: Date | null })[]>`
    SELECT s.id, h."leaseEpoch" AS epoch, h."leaseUntil" AS until,
      NOT EXISTS (SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.objsubid = 1
        AND ((l.classid::bigint << 32) | l.objid::bigint) = h."leaseHolder") AS "isHolderGone"
    FROM "Wake" w JOIN "SessionHead" h ON h."sessionId" = w."sessionId" JOIN "Session" s ON s.id = w."sessionId"
    WHERE h."leaseHolder" <> ${self} AND ${IS_WHOLE}`
  return rows.map(({ until, ...lease }) => ({ ...lease, until: until ? toInstant(until) : undefined }))
}

/** Sessions whose Run is worked on, as its row says, while nobody holds them and nothing is due. */
export async function idleSessions(sql: Sql): Promise<string[]> {
  const rows = await sql.$queryRaw<{ id: string }[]>`
    SELECT s.id FROM "Run" r JOIN "Session" s ON s.id = r."sessionId" JOIN "SessionHead" h ON h."sessionId" = s.id
    WHERE r."endedAt" IS NULL AND r.status = 'running' AND h."leaseHolder" IS NULL AND ${IS_WHOLE}
      AND NOT EXISTS (SELECT FROM "Wake" w WHERE w."sessionId" = s.id)`
  return rows.map(({ id }) => id)
}

const Backlog = z.object({
  version: z.string(),
  dueSessions: z.int(),
  oldestDueMs: z.number().transform(Math.round),
})

/** The database's version, and the sessions whose wake is due and that nobody works on yet. */
export async function backlog(sql: Sql): Promise<z.infer<typeof Backlog>> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT current_setting('server_version') AS version, count(*)::int AS "dueSessions",
      coalesce(extract(epoch FROM clock_timestamp() - min(at)), 0)::float8 * 1000 AS "oldestDueMs"
    FROM "Wake" WHERE at <= clock_timestamp()`
  return Backlog.parse(rows[0])
}
