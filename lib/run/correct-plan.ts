import { planCorrection } from '@/lib/context/correction'
import { madeSteps, type Plan, type PlanCorrection } from '@/lib/domain/plan'
import { planChanges } from '@/lib/domain/plan-changes'
import { planFaults } from '@/lib/domain/plan-faults'
import { type Refusal, refuse } from '@/lib/domain/problem'
import { planOf } from '@/lib/store/plan'
import type { Deps } from './deps'
import { masked } from './masked'
import { revisePlan } from './revise-plan'
import { transact } from './transact'
import { addEntry } from './transcript'
import { writeSession } from './write'

/** A person changes the Plan, whatever goes on: the next Request tells it, and that they did. */
export async function correctPlan(
  deps: Deps,
  about: { sessionId: string; given: PlanCorrection },
): Promise<Plan | Refusal> {
  const { sessionId } = about
  const { value: given } = await masked(deps, { sessionId }, about.given)
  const errors = planFaults(given.steps)
  if (errors.length > 0) return refuse('invalid_request', errors[0]?.message ?? '', { errors })
  return transact<Plan>(deps, undefined, unit =>
    writeSession<Plan>(deps, { ...unit, sessionId }, async write => {
      const { plan: before } = await planOf(write.tx, sessionId)
      if (given.revision !== undefined && given.revision !== before.revision)
        return refuse('stale_revision', STALE, { plan: before })
      const steps = madeSteps(given.steps)
      const changes = planChanges(before.steps, steps)
      if (changes.length === 0) return before
      const text = planCorrection(before.steps, steps)
      const entry = { id: deps.newId(), kind: 'correction' as const, text }
      await addEntry(write, entry, { role: 'user', text: `${TOLD}\n${text}`, aside: true })
      const because = `you changed the plan: ${changes.join('; ')}`
      return revisePlan(write, { before, steps, because, approved: before.approved === true })
    }),
  )
}

const STALE = 'The plan was revised since you saw it; nothing was changed. Look at it as it is now.'

const TOLD = 'The person corrected your plan. Go by it as it is now.'
