import type { Tx } from './database'

export type InstallationRow = {
  databaseId: string
  workspace: string
  seq: number
  head: string
  signature: string
}

/** Makes the one row where there is none yet; several processes may try at once. */
export async function ensureInstallation(
  tx: Tx,
  fresh: { databaseId: string; workspace: string },
): Promise<InstallationRow> {
  await tx.$executeRaw`
    INSERT INTO "Installation" (id, "databaseId", workspace) VALUES (1, ${fresh.databaseId}, ${fresh.workspace})
    ON CONFLICT (id) DO NOTHING`
  return tx.installation.findUniqueOrThrow({ where: { id: 1 }, omit: { id: true } })
}

export async function lockInstallation(tx: Tx): Promise<InstallationRow> {
  const rows = await tx.$queryRaw<InstallationRow[]>`
    SELECT "databaseId", workspace, seq, head, signature FROM "Installation" WHERE id = 1 FOR UPDATE`
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
export async function appliedMigrations(tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1`
  return rows.map(row => row.name)
}
