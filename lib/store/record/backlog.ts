import * as z from 'zod'
import type { Sql } from '../connection/sql'

const Backlog = z.object({
  version: z.string(),
  dueSessions: z.int(),
  oldestDueMs: z.number().transform(Math.round),
})

/** The database's version, and the sessions whose wake is due and that nobody works on yet. */
export async function backlog(sql: Sql): Promise<z.infer<typeof Backlog>> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT current_setting('server_version') AS version, count(*)::int AS "dueSessions",
      coalesce(extract(epoch FROM clock_timestamp() - min(at)), 0)::float8 * 1000 AS "oldestDueMs"
    FROM "Wake" WHERE at <= clock_timestamp()`
  return Backlog.parse(rows[0])
}
