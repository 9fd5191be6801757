import * as z from 'zod'
import { OptionalText } from '@/lib/domain/coded-text'
import { EMPTY_PLAN, type Plan, type PlanRevision, PlanStep } from '@/lib/domain/session/plan'
import { instant, optional } from '../connection/columns'
import { jsonText, type Tx } from '../connection/database'
import type { Rows } from '../connection/rows'
import { listed, shown, stored } from '../connection/stored'

const PlanRow = z.object({
  revision: z.int(),
  steps: z.array(PlanStep),
  because: optional(z.string()),
  becauseMessage: optional(OptionalText),
  approved: optional(z.boolean()),
  callId: optional(z.string()),
  at: instant,
})

const readRow: (row: unknown) => PlanRevision | null = stored(PlanRow)

/** The Plan in force, and the number of the Event that told it. */
export async function planOf(tx: Tx, sessionId: string): Promise<{ plan: Plan; seq: number }> {
  const row = await tx.plan.findFirst({ where: { sessionId }, orderBy: { revision: 'desc' } })
  if (!row) return { plan: EMPTY_PLAN, seq: 0 }
  const { callId: _, at: __, ...plan } = shown(`Revision ${row.revision} of the plan`, readRow(row))
  return { plan, seq: row.seq }
}

/** Its revisions before one of them, the newest first. */
export async function planRevisions(
  tx: Tx,
  sessionId: string,
  page: { before: number | undefined; limit: number },
): Promise<PlanRevision[]> {
  const rows = await tx.plan.findMany({
    where: { sessionId, ...(page.before === undefined ? {} : { revision: { lt: page.before } }) },
    orderBy: { revision: 'desc' },
    take: page.limit,
  })
  return listed(readRow, rows)
}

export function insertPlan(
  rows: Rows,
  sessionId: string,
  { seq, ...made }: PlanRevision & { seq: number },
): void {
  const { revision, steps, because, becauseMessage, approved, callId, at } = made
  rows.insert('Plan', [
    {
      sessionId,
      revision,
      steps: jsonText(steps),
      seq,
      at,
      because,
      becauseMessage: jsonText(becauseMessage),
      approved,
      callId,
    },
  ])
}
