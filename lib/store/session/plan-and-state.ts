import * as z from 'zod'
import { EMPTY_PLAN, Plan } from '@/lib/domain/session/plan'
import { EMPTY_STATE, State } from '@/lib/domain/session/state'
import { correctionsSince } from '../call/correction'
import { columnsOf, optional } from '../connection/columns'
import type { Sql } from '../connection/sql'

const KeptPlan = columnsOf(Plan).extend({ seq: z.int() })

/** What the model is to bear in mind beside what was said: its Plan and State, and what people corrected since. */
type PlanAndState = { plan: Plan; state: State; corrections: string[] }

const MindRow = z.object({ plan: optional(KeptPlan), state: optional(State) })

/** It as it is in a transaction: where there is a Plan, by one statement more. */
export async function planAndStateOf(sql: Sql, sessionId: string): Promise<PlanAndState> {
  const [row] = await sql.$queryRaw<unknown[]>`
    SELECT (SELECT to_json(p) FROM "Plan" p
        WHERE p."sessionId" = ${sessionId}::uuid ORDER BY p.revision DESC LIMIT 1) AS plan,
      (SELECT t.value FROM "State" t
        WHERE t."sessionId" = ${sessionId}::uuid ORDER BY t.revision DESC LIMIT 1) AS state`
  const { plan, state = EMPTY_STATE } = MindRow.parse(row)
  if (!plan) return { plan: EMPTY_PLAN, state, corrections: [] }
  const corrections = await correctionsSince(sql, sessionId, plan.seq)
  return { plan: Plan.parse(plan), state, corrections: corrections.map(({ text }) => text) }
}

/** What the model has in view of what it was reminded of: notes, each with all that it says. */
export async function memoryNotes(sql: Sql, sessionId: string): Promise<string[]> {
  const rows = await sql.$queryRaw<{ text: string }[]>`
    WITH cut AS (SELECT c.through, c.messages FROM "Compaction" c
      WHERE c."sessionId" = ${sessionId}::uuid AND c.undone IS NULL ORDER BY c.seq DESC LIMIT 1),
    message_in_view AS (SELECT json_array_elements(cut.messages) AS message FROM cut
      UNION ALL SELECT e.message FROM "Entry" e WHERE e."sessionId" = ${sessionId}::uuid
        AND e.message IS NOT NULL AND e.seq > coalesce((SELECT cut.through FROM cut), 0))
    SELECT message->>'text' AS text FROM message_in_view WHERE message->>'note' = 'memory'`
  return rows.map(({ text }) => text)
}
