import * as z from 'zod'
import { EMPTY_PLAN, Plan, PlanRevision, PlanStep } from '@/lib/domain/plan'
import { put } from './batch'
import { instant, optional, orNull } from './columns'
import { jsonText, type Tx } from './database'

const PlanRow = z.object({
  revision: z.int(),
  steps: z.array(PlanStep),
  because: optional(z.string()),
  approved: optional(z.boolean()),
  callId: optional(z.string()),
  at: instant,
})

/** The Plan in force, and the number of the Event that told it. */
export async function planOf(tx: Tx, sessionId: string): Promise<{ plan: Plan; seq: number }> {
  const row = await tx.plan.findFirst({ where: { sessionId }, orderBy: { revision: 'desc' } })
  return row ? { plan: Plan.parse(PlanRow.parse(row)), seq: row.seq } : { plan: EMPTY_PLAN, seq: 0 }
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
  return rows.map(row => PlanRevision.parse(PlanRow.parse(row)))
}

export async function insertPlan(
  tx: Tx,
  sessionId: string,
  { seq, ...made }: PlanRevision & { seq: number },
): Promise<void> {
  const { revision, steps, because, approved, callId, at } = made
  const row = {
    ...{ sessionId, revision, steps: jsonText(steps), seq, at },
    ...{ because: orNull(because), approved: orNull(approved), callId: orNull(callId) },
  }
  await put(tx, { insert: 'Plan', rows: [row] })
}
