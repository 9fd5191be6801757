import { isOnlyProgress, isSameSteps, type Plan, type PlanStep } from '@/lib/domain/session/plan'
import { insertPlan } from '@/lib/store/memory/plan'
import type { Write } from '../write/write'

type Revision = { before: Plan; steps: PlanStep[]; because: string; approved: boolean; callId?: string }

/**
 * Makes a revision of the Plan, for a cause that it names. What is the same is no revision. A Plan that was approved
 * stays so while only its steps come on.
 */
export function revisePlan(write: Write, revision: Revision): Plan {
  const { before, steps, because, callId } = revision
  const approved = revision.approved || (before.approved === true && isOnlyProgress(before.steps, steps))
  if (isSameSteps(before.steps, steps) && approved === (before.approved === true)) return before
  const plan: Plan = {
    ...{ revision: before.revision + 1, steps, because },
    ...(approved ? { approved } : {}),
  }
  const by = callId === undefined ? {} : { callId }
  const seq = write.emit('plan.revised', { plan, ...by })
  insertPlan(write.rows, write.row.id, { ...plan, ...by, seq, at: write.now })
  write.work.plan = { plan, seq }
  return plan
}
