import { type Instant, later, toInstant } from '@/lib/domain/instant'
import type { Tx } from './database'

/** The database's time, which all processes share. */
export async function databaseNow(tx: Tx, offsetMs: number): Promise<Instant> {
  const rows = await tx.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`
  return later(toInstant(rows[0]?.now ?? new Date()), offsetMs)
}
