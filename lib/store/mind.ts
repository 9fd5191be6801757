import * as z from 'zod'
import { EMPTY_PLAN, Plan, PlanStep } from '@/lib/domain/plan'
import { EMPTY_STATE, State } from '@/lib/domain/state'
import { optional } from './columns'
import { correctionsSince } from './correction'
import type { Tx } from './database'
import { Prisma } from './generated/client'

const KeptPlan = z.object({
  ...{ revision: z.int(), seq: z.int(), steps: z.array(PlanStep) },
  ...{ because: optional(z.string()), approved: optional(z.boolean()) },
})

/** What the model is to bear in mind beside what was said: its Plan and State, and what people corrected since. */
export type Mind = { plan: Plan; state: State; corrections: string[] }

/** The latest of each, or NULL, as one JSON value. */
export const PLAN_OF = (sessionId: string) => Prisma.sql`(SELECT to_json(p) FROM "Plan" p
  WHERE p."sessionId" = ${sessionId}::uuid ORDER BY p.revision DESC LIMIT 1)`
export const STATE_OF = (sessionId: string) => Prisma.sql`(SELECT t.value FROM "State" t
  WHERE t."sessionId" = ${sessionId}::uuid ORDER BY t.revision DESC LIMIT 1)`

/** They as they are read. */
export const MindColumns = { plan: optional(KeptPlan), state: optional(State) }

/** Where there is a Plan, one statement more. */
export async function toMind(
  tx: Tx,
  sessionId: string,
  { plan, state = EMPTY_STATE }: { plan?: z.infer<typeof KeptPlan> | undefined; state?: State | undefined },
): Promise<Mind> {
  if (!plan) return { plan: EMPTY_PLAN, state, corrections: [] }
  return { plan: Plan.parse(plan), state, corrections: await correctionsSince(tx, sessionId, plan.seq) }
}
