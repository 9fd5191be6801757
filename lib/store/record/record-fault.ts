import { OptionalText } from '@/lib/domain/coded-text'
import { type Instant, toInstant } from '@/lib/domain/instant'
import type { StoredText } from '@/lib/messages/phrase'
import { jsonText, type Tx } from '../connection/database'
import type { Sql } from '../connection/sql'

/**
 * A chain that was found broken: `chain` is a session's id, or `installation`. `stops`: its end is, so that nothing is
 * added to it.
 */
export type RecordFault = {
  chain: string
  seq: number
  reason: string
  codedText?: StoredText | undefined
  stops: boolean
  foundAt: Instant
}

/** False where the chain is known to be broken already; the first link that was found so counts. */
export async function insertRecordFault(sql: Sql, fault: Omit<RecordFault, 'foundAt'>): Promise<boolean> {
  const { chain, seq, reason, codedText, stops } = fault
  const rows = await sql.$queryRaw<{ isNew: boolean }[]>`
    INSERT INTO "RecordFault" AS f (chain, seq, reason, message, stops)
      VALUES (${chain}, ${seq}, ${reason}, ${jsonText(codedText)}::jsonb, ${stops})
    ON CONFLICT (chain) DO UPDATE SET stops = f.stops OR excluded.stops, seq = least(f.seq, excluded.seq),
      reason = CASE WHEN excluded.seq < f.seq THEN excluded.reason ELSE f.reason END,
      message = CASE WHEN excluded.seq < f.seq THEN excluded.message ELSE f.message END
    RETURNING xmax = 0 AS "isNew"`
  return rows[0]?.isNew === true
}

/** The chain verifies again. False where it was not known to be broken. */
export async function removeRecordFault(tx: Tx, chain: string): Promise<boolean> {
  return (await tx.recordFault.deleteMany({ where: { chain } })).count > 0
}

/** The first that were found. */
export async function recordFaults(tx: Tx, limit: number): Promise<RecordFault[]> {
  const rows = await tx.recordFault.findMany({ orderBy: { foundAt: 'asc' }, take: limit })
  return rows.map(toFault)
}

/** What is known to be broken of a chain. */
export async function recordFaultOf(tx: Tx, chain: string): Promise<RecordFault | null> {
  const row = await tx.recordFault.findUnique({ where: { chain } })
  return row && toFault(row)
}

const toFault = ({ foundAt, message, ...fault }: Row): RecordFault => ({
  ...fault,
  codedText: OptionalText.parse(message ?? undefined),
  foundAt: toInstant(foundAt),
})

type Row = Omit<RecordFault, 'codedText' | 'foundAt'> & { message: unknown; foundAt: Date }

/** When the whole record was verified last, and what came of it. */
export async function lastRecordCheck(tx: Tx): Promise<{ at: Instant; ok: boolean } | null> {
  const row = await tx.recordCheck.findUnique({ where: { id: 1 } })
  return row && { at: toInstant(row.at), ok: row.ok }
}

export async function saveRecordCheck(tx: Tx, { at, ok }: { at: Instant; ok: boolean }): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "RecordCheck" (id, at, ok) VALUES (1, ${new Date(at)}, ${ok})
    ON CONFLICT (id) DO UPDATE SET at = excluded.at, ok = excluded.ok`
}
