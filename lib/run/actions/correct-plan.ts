import { planCorrection } from '@/lib/context/correction'
import { noteMessage, planNote } from '@/lib/context/mind-notes'
import { type Refusal, refuse, refuseFields } from '@/lib/domain/contract/problem'
import { type Plan, type PlanCorrection, planSteps } from '@/lib/domain/session/plan'
import { planFaults } from '@/lib/domain/session/plan-faults'
import { planChanges } from '@/lib/domain/session/plan-text'
import { revisePlan } from '@/lib/run/calls/apply-control-effect'
import { planOf } from '@/lib/store/memory/plan'
import { phrase } from '@/lib/text/words/phrase'
import type { Deps } from '../process/deps'
import { addEntry } from '../write/add-entry'
import { mask } from '../write/mask'
import { writeSession } from '../write/write'

/** A person changes the Plan, whatever goes on: the next Request tells it, and that they did. `revision`: the one they saw. */
export async function correctPlan(
  deps: Deps,
  command: { sessionId: string; plan: Pick<PlanCorrection, 'steps'>; revision?: number | undefined },
): Promise<Plan | Refusal> {
  const { sessionId, revision } = command
  const { value: given } = await mask(deps, { sessionId }, command.plan)
  const errors = planFaults(given.steps)
  if (errors.length > 0) return refuseFields(errors)
  return writeSession<Plan>(deps, { sessionId }, async write => {
    const { plan: before } = await planOf(write.db, sessionId)
    if (revision !== undefined && revision !== before.revision)
      return refuse('stale_revision', { code: 'problem.otherPlan' }, { plan: before })
    const steps = planSteps(given.steps)
    if (planChanges(before.steps, steps).length === 0) return before
    const words = planCorrection(before.steps, steps)
    const text = phrase(words)
    const entry = { id: deps.newId(), kind: 'correction' as const, text, words }
    const approved = before.approved === true
    const now = planNote({ revision: before.revision + 1, steps, ...(approved ? { approved } : {}) }, [])
    // A model that does not know the Plan yet is told it with its next Request.
    const told = write.row.oriented ? `${TOLD}\n${text}\n${now}` : `${TOLD}\n${text}`
    addEntry(write, entry, noteMessage('plan', told))
    return revisePlan(write, { before, steps, because: words, approved })
  })
}

const TOLD = 'The person corrected your plan. Go by it as it is now.'
