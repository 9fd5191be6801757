import { isDeepStrictEqual } from 'node:util'
import type { Sql } from '@/lib/store/connection/sql'
import { readSession, type SessionSnapshot } from '@/lib/store/session/session-work'

/**
 * Fails where a process would go by something else than what is stored. Left out is what moves without a commit of the
 * session: the end of its lease, with its wake and progress, and how often a Rule was used.
 */
export async function compareKnown(sql: Sql, known: SessionSnapshot): Promise<void> {
  const stored = await readSession(sql, known.row.id)
  if (!stored || stored.row.version !== known.row.version) return
  if (stored.policyVersion !== known.policyVersion) return
  const [here, there] = [known, stored].map(comparable)
  if (!isDeepStrictEqual(here, there))
    throw new Error(`Known: ${JSON.stringify(here)}\nStored: ${JSON.stringify(there)}`)
}

/** As JSON has it: what is absent is absent. */
function comparable({ row, work, last }: SessionSnapshot): unknown {
  const { leaseUntil: _, wakeAt: __, progressAt: ___, leaseHolder, ...rest } = row
  const rules = work.rules.map(({ uses: _, lastUsedAt: __, ...rule }) => rule)
  return JSON.parse(
    JSON.stringify({ row: { ...rest, leaseHolder: String(leaseHolder) }, work: { ...work, rules }, last }),
  )
}
