import * as z from 'zod'
import { EMPTY_PLAN, Plan, PlanStep } from '@/lib/domain/plan'
import { EMPTY_STATE, State } from '@/lib/domain/state'
import { optional } from './columns'
import { correctionsSince } from './correction'
import type { Tx } from './database'

const Row = z.object({
  plan: optional(
    z.object({
      ...{ revision: z.int(), seq: z.int(), steps: z.array(PlanStep) },
      ...{ because: optional(z.string()), approved: optional(z.boolean()) },
    }),
  ),
  state: optional(State),
})

/** What the model is to bear in mind beside what was said: its Plan and State, and what people corrected since. */
export async function mindOf(
  tx: Tx,
  sessionId: string,
): Promise<{ plan: Plan; state: State; corrections: string[] }> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT (SELECT to_json(p) FROM "Plan" p WHERE p."sessionId" = ${sessionId}::uuid
        ORDER BY p.revision DESC LIMIT 1) AS plan,
      (SELECT t.value FROM "State" t WHERE t."sessionId" = ${sessionId}::uuid
        ORDER BY t.revision DESC LIMIT 1) AS state`
  const { plan: found, state = EMPTY_STATE } = Row.parse(rows[0])
  if (!found) return { plan: EMPTY_PLAN, state, corrections: [] }
  return { plan: Plan.parse(found), state, corrections: await correctionsSince(tx, sessionId, found.seq) }
}
