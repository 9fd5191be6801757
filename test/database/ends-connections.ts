import pg from 'pg'
import { onTestFinished } from 'vitest'

/** Named so, a connection is left alone. */
export const KEPT = 'kept'

export const ENDS_OTHERS = `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name <> '${KEPT}'`

/**
 * An administrator who ends all connections to a database but their own, and those that are named to be kept. What
 * is resolved with is how many there were; by then they are gone.
 */
export async function endsConnections(url: string): Promise<() => Promise<number>> {
  const admin = new pg.Client({ connectionString: url, application_name: KEPT })
  await admin.connect()
  onTestFinished(() => admin.end())
  return async () => (await admin.query(ENDS_OTHERS)).rowCount ?? 0
}
