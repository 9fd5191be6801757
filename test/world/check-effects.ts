import { expect } from 'vitest'
import type { Database } from '@/lib/store/connection/database'

/** The kinds of Decision that let a Call run. */
export const LETS_RUN = ['approve', 'edit', 'replace', 'retry']

/** I3 and I8 from outside: what a Call did was let happen by a Decision that is stored, and as often. */
export async function checkEffects(db: Database, ledger: string[]): Promise<void> {
  for (const name of new Set(ledger)) {
    const names = { contains: JSON.stringify({ name }) }
    const calls = await db.call.findMany({
      where: { OR: [{ proposedText: names }, { effectiveText: names }] },
      select: { id: true },
    })
    const callIds = calls.map(({ id }) => id)
    const lets = await db.decision.count({ where: { callId: { in: callIds }, kind: { in: LETS_RUN } } })
    const times = ledger.filter(other => other === name).length
    // Of a session that was deleted there are no rows to compare with.
    if (calls.length > 0) await holds('I3', () => expect([name, times <= lets]).toEqual([name, true]))
  }
}

/** By these words a run of all tests knows that this is nothing to look at twice. */
export async function holds(invariant: string, check: () => void | Promise<void>): Promise<void> {
  try {
    await check()
  } catch (error) {
    throw new Error(`Invariant ${invariant} is broken: ${String(error)}`, { cause: error })
  }
}
