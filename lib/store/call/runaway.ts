import { toInstant } from '@/lib/domain/instant'
import type { Runaway } from '@/lib/domain/run/runaway'
import type { Tx } from '../connection/database'
import type { Sql } from '../connection/sql'

/** Stored by the process in which it runs. It is there once, however often that is said. */
export async function insertRunaway(tx: Tx, runaway: Runaway, holder: bigint): Promise<void> {
  const { startedAt, ...more } = runaway
  await tx.runaway.createMany({
    data: { ...more, startedAt: new Date(startedAt), holder },
    skipDuplicates: true,
  })
}

/** They have ended, or their processes have. */
export async function removeRunaways(tx: Tx, callIds: string[]): Promise<void> {
  await tx.runaway.deleteMany({ where: { callId: { in: callIds } } })
}

/** All that there are, the oldest first: seldom one. */
export async function findRunaways(sql: Sql): Promise<Runaway[]> {
  const rows = await sql.$queryRaw<(Omit<Runaway, 'startedAt'> & { startedAt: Date })[]>`
    SELECT "callId", "sessionId", tool, workspace, "startedAt" FROM "Runaway" ORDER BY "startedAt", "callId"`
  return rows.map(row => ({ ...row, startedAt: toInstant(row.startedAt) }))
}

/** Those of other processes, and of which of these the advisory lock is free. */
export async function othersRunaways(
  sql: Sql,
  self: bigint,
): Promise<{ callId: string; isHolderGone: boolean }[]> {
  return sql.$queryRaw`
    SELECT "callId", NOT EXISTS (SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.objsubid = 1
      AND ((l.classid::bigint << 32) | l.objid::bigint) = r.holder) AS "isHolderGone"
    FROM "Runaway" r WHERE holder <> ${self}`
}
