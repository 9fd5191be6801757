import type { Database, Tx } from './database'
import { lockInstallation } from './installation'

/** A table that was written for years takes a while. */
const PATIENCE_MS = 30 * 60 * 1000

/**
 * Puts the Events of a restored dump in order. Transactions are counted by the cluster: in another one their ids
 * may lie ahead of all that is to come, and new Events would sort before old ones. Then all that are there come
 * first, in the order of their own ids, and the database gets a name of its own: cursors from before name
 * transactions of the other cluster, and are refused by it. Several processes may try at once: what the
 * installation is called is to be read afterwards, by those too that found everything in order.
 */
export async function orderRestored(db: Database, freshId: string): Promise<void> {
  if (!(await isFromAnotherCluster(db))) return
  await db.$transaction(
    async tx => {
      await lockInstallation(tx)
      if (!(await isFromAnotherCluster(tx))) return
      await tx.$executeRaw`SELECT order_restored()`
      await tx.installation.update({ where: { id: 1 }, data: { databaseId: freshId } })
    },
    { timeout: PATIENCE_MS },
  )
}

/** No row can be seen whose transaction this cluster has yet to begin. */
async function isFromAnotherCluster(tx: Tx): Promise<boolean> {
  const rows = await tx.$queryRaw<{ ahead: boolean | null }[]>`
    SELECT max(xid) >= (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint AS ahead FROM "Event"`
  return rows[0]?.ahead === true
}
