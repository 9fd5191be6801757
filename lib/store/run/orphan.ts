import { toInstant } from '@/lib/domain/instant'
import type { Orphan } from '@/lib/domain/run/orphan'
import type { Tx } from '../connection/database'
import type { Sql } from '../connection/sql'

/** Stored by the process in which it runs, and again for as long as that lives: each time is a version of the row. */
export async function putOrphan(tx: Tx, orphan: Orphan, holder: bigint): Promise<void> {
  const { startedAt, ...more } = orphan
  const { callId } = orphan
  const create = { ...more, startedAt: new Date(startedAt), holder }
  await tx.runaway.upsert({ where: { callId }, create, update: { holder } })
}

/** They have ended, or their processes have. */
export async function removeOrphans(tx: Tx, callIds: string[]): Promise<void> {
  await tx.runaway.deleteMany({ where: { callId: { in: callIds } } })
}

/** All that there are, the oldest first: seldom one. */
export async function findOrphans(sql: Sql): Promise<Orphan[]> {
  const rows = await sql.$queryRaw<(Omit<Orphan, 'startedAt'> & { startedAt: Date })[]>`
    SELECT "callId", "sessionId", tool, workspace, "startedAt" FROM "Runaway" ORDER BY "startedAt", "callId"`
  return rows.map(row => ({ ...row, startedAt: toInstant(row.startedAt) }))
}

/** Those of other processes, with the version of each, and of which of these processes the advisory lock is free. */
export async function othersOrphans(
  sql: Sql,
  self: bigint,
): Promise<{ callId: string; version: string; isHolderGone: boolean }[]> {
  return sql.$queryRaw`
    SELECT "callId", xmin::text AS version, NOT EXISTS (SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.objsubid = 1
      AND ((l.classid::bigint << 32) | l.objid::bigint) = r.holder) AS "isHolderGone"
    FROM "Runaway" r WHERE holder <> ${self}`
}
