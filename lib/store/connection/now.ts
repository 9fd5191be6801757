import { type Instant, later, toInstant } from '@/lib/domain/instant'
import type { Sql } from './sql'

/** The database's time, which all processes share. */
export async function databaseNow(sql: Sql, offsetMs: number): Promise<Instant> {
  const rows = await sql.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`
  return later(toInstant(rows[0]?.now ?? new Date()), offsetMs)
}
