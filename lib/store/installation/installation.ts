import type { Database, Tx } from '../connection/database'
import type { Sql } from '../connection/sql'
import type { Installation } from '../generated/client'

/** Its folder is that of the workspace, as the file system knows it; null where only an older version has seen it. */
export type InstallationRow = Omit<Installation, 'id' | 'policyVersion'>

/** Makes the one row where there is none yet; several processes may try at once. */
export async function ensureInstallation(
  tx: Tx,
  fresh: { databaseId: string; workspace: string; workspaceFolder: string },
): Promise<InstallationRow> {
  await tx.$executeRaw`
    INSERT INTO "Installation" (id, "databaseId", workspace, "workspaceFolder")
    VALUES (1, ${fresh.databaseId}, ${fresh.workspace}, ${fresh.workspaceFolder})
    ON CONFLICT (id) DO NOTHING`
  return findInstallation(tx)
}

export const findInstallation = (tx: Tx): Promise<InstallationRow> =>
  tx.installation.findUniqueOrThrow({ where: { id: 1 }, omit: { id: true } })

/** Says which folder the workspace is from now on, unless somebody else has said another meanwhile. */
export async function saveWorkspaceFolder(
  tx: Tx,
  { before, folder }: { before: string | null; folder: string },
): Promise<void> {
  await tx.installation.updateMany({
    where: { id: 1, workspaceFolder: before },
    data: { workspaceFolder: folder },
  })
}

export async function lockInstallation(sql: Sql): Promise<InstallationRow> {
  const rows = await sql.$queryRaw<InstallationRow[]>`
    SELECT "databaseId", workspace, "workspaceFolder", seq, head, signature, "rulesMade" FROM "Installation" WHERE id = 1 FOR UPDATE`
  const row = rows[0]
  if (!row)
    throw new Error('The installation row is missing: the server has not been started on this database.')
  return row
}

export async function saveInstallationHead(
  sql: Sql,
  { seq, head, signature }: { seq: number; head: string; signature: string },
): Promise<void> {
  await sql.$queryRaw`UPDATE "Installation" SET seq = ${seq}, head = ${head}, signature = ${signature} WHERE id = 1`
}

/** The names of the migrations that this database has. */
export async function appliedMigrations(sql: Sql): Promise<string[]> {
  const rows = await sql.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1`
  return rows.map(row => row.name)
}

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
