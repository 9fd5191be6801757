import { EMPTY_PLAN, type Plan, PlanRevision } from '@/lib/domain/session/plan'
import { columnsOf } from '../connection/columns'
import type { Tx } from '../connection/database'
import type { Rows } from '../connection/rows'
import { listed, orThrowUnreadable, stored } from '../connection/stored'

const readRow = stored(columnsOf(PlanRevision))

/** The Plan in force, and the number of the Event that told it. */
export async function planOf(tx: Tx, sessionId: string): Promise<{ plan: Plan; seq: number }> {
  const row = await tx.plan.findFirst({ where: { sessionId }, orderBy: { revision: 'desc' } })
  if (!row) return { plan: EMPTY_PLAN, seq: 0 }
  const what = `Revision ${row.revision} of the plan`
  const { callId: _, at: __, ...plan } = orThrowUnreadable(what, readRow(row))
  return { plan, seq: row.seq }
}

/** Its revisions before one of them, the newest first. */
export async function planRevisions(
  tx: Tx,
  sessionId: string,
  page: { before: number | undefined; limit: number },
): Promise<PlanRevision[]> {
  const rows = await tx.plan.findMany({
    where: { sessionId, revision: { lt: page.before } },
    orderBy: { revision: 'desc' },
    take: page.limit,
  })
  return listed(readRow, rows)
}

export function insertPlan(rows: Rows, sessionId: string, revision: PlanRevision & { seq: number }): void {
  rows.insert('Plan', [{ ...revision, sessionId }])
}
