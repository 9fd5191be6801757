import type { Tx } from './database'

/**
 * Renews a lease by its epoch, and the wake of its session with it: nobody else need look before it runs out.
 * Tells the version of the facts, so that none is missed; null where the lease was lost.
 */
export async function renewLease(
  tx: Tx,
  lease: { sessionId: string; epoch: number; ms: number },
): Promise<number | null> {
  const rows = await tx.$queryRaw<{ version: number }[]>`
    UPDATE "Session" SET "leaseUntil" = until, "wakeAt" = until
    FROM (SELECT clock_timestamp() + ${lease.ms} * interval '1 millisecond' AS until) lease
    WHERE id = ${lease.sessionId}::uuid AND "leaseEpoch" = ${lease.epoch} AND "leaseHolder" IS NOT NULL
    RETURNING version`
  return rows[0]?.version ?? null
}

/**
 * True where no living process holds this advisory lock, so that the lease it stands for may be taken at
 * once. The lock that answers is held to the end of the transaction only, and shared: whoever asks at the
 * same time about another session of that process gets the same answer.
 */
export async function isHolderGone(tx: Tx, holder: bigint): Promise<boolean> {
  const rows = await tx.$queryRaw<
    { gone: boolean }[]
  >`SELECT pg_try_advisory_xact_lock_shared(${holder}) AS gone`
  return rows[0]?.gone === true
}

/** Sessions whose wake is due, longest waiting first, and when the next one will be. */
export async function dueSessions(
  tx: Tx,
  given: { limit: number; offsetMs: number },
): Promise<{ due: string[]; nextInMs: number | null }> {
  const { limit } = given
  const seconds = given.offsetMs / 1000
  const due = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Session" WHERE "wakeAt" <= clock_timestamp() + ${seconds} * interval '1 second'
    ORDER BY "wakeAt" LIMIT ${limit}`
  const next = await tx.$queryRaw<{ ms: number | null }[]>`
    SELECT (extract(epoch FROM min("wakeAt") - clock_timestamp())::float8 - ${seconds}) * 1000 AS ms
    FROM "Session" WHERE "wakeAt" > clock_timestamp() + ${seconds} * interval '1 second'`
  return { due: due.map(row => row.id), nextInMs: next[0]?.ms ?? null }
}

/** Sessions that are held by processes which no longer live. */
export async function orphanedSessions(tx: Tx, self: bigint): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Session" s WHERE "leaseHolder" IS NOT NULL AND "leaseHolder" <> ${self}
      AND NOT EXISTS (SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.objsubid = 1
        AND ((l.classid::bigint << 32) | l.objid::bigint) = s."leaseHolder")
    LIMIT 500`
  return rows.map(row => row.id)
}
