import { migrate } from '@/scripts/postgres/migrate.mjs'
import { asAdmin, withName } from './admin-database'

/** A Postgres for tests, by the addresses of its administrator and of the servers' role. */
export type TestPostgres = { adminUrl: string; serverUrl: string }

/** A migrated database, for servers and for whoever looks past them. It goes when `stack` is disposed of. */
export async function openScratchDatabase(
  stack: AsyncDisposableStack,
  { adminUrl, serverUrl }: TestPostgres,
  name: string,
): Promise<{ databaseUrl: string; adminUrl: string }> {
  stack.defer(() => asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  const own = { databaseUrl: withName(serverUrl, name), adminUrl: withName(adminUrl, name) }
  await migrate({ url: own.adminUrl, serverUrl: own.databaseUrl })
  return own
}
