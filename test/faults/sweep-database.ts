import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { ROOT } from '@/scripts/launch/settings.mjs'
import { joinTestPostgres, scratchName } from '@/scripts/postgres/test-postgres.mjs'
import { openScratchDatabase } from '../database/scratch-database'

/** What a sweep works on. `database` is the administrator's connection, past every proxy. */
export type SweepDatabase = { folder: string; databaseUrl: string; database: Client }

/**
 * A migrated scratch database and an empty folder, both removed when `stack` is disposed of, however far it came.
 * `keep` leaves the folder where it is.
 */
export async function openSweepDatabase(
  stack: AsyncDisposableStack,
  { mark, keep }: { mark: string; keep: boolean },
): Promise<SweepDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'fault-sweep-'))
  if (!keep) stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await joinTestPostgres({ root: ROOT })
  stack.defer(postgres.leave)
  const { databaseUrl, adminUrl } = await openScratchDatabase(stack, postgres, scratchName('sweep', mark))
  const database = new Client({ connectionString: adminUrl })
  await database.connect()
  stack.defer(() => database.end())
  return { folder, databaseUrl, database }
}
