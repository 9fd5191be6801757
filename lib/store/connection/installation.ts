import type { Tx } from './database'
import type { Sql } from './sql'

export type InstallationRow = {
  databaseId: string
  workspace: string
  /** The folder that the workspace is, as the file system knows it; null where only an older version has seen it. */
  workspaceFolder: string | null
  seq: number
  head: string
  signature: string
}

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
    SELECT "databaseId", workspace, "workspaceFolder", seq, head, signature FROM "Installation" WHERE id = 1 FOR UPDATE`
  const row = rows[0]
  if (!row)
    throw new Error('The installation row is missing: the server has not been started on this database.')
  return row
}

export async function saveInstallationHead(
  tx: Tx,
  head: { seq: number; head: string; signature: string },
): Promise<void> {
  await tx.installation.update({ where: { id: 1 }, data: head })
}

/** The names of the migrations that this database has. */
export async function appliedMigrations(sql: Sql): Promise<string[]> {
  const rows = await sql.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1`
  return rows.map(row => row.name)
}
