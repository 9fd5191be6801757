import { type Refusal, refuse, refuseFields } from '@/lib/domain/contract/problem'
import { type Plan, type PlanCorrection, planSteps } from '@/lib/domain/session/plan'
import { planFaults } from '@/lib/domain/session/plan-faults'
import { planChanges } from '@/lib/domain/session/plan-text'
import { patchedState, type State } from '@/lib/domain/session/state'
import { stateChanges, stateCorrection } from '@/lib/domain/session/state-changes'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { planCorrection } from '@/lib/prompt/correction'
import { noteMessage, planNote } from '@/lib/prompt/mind-notes'
import { planOf } from '@/lib/store/session/plan'
import { stateOf } from '@/lib/store/session/state'
import { revisePlan } from '../calls/apply-control-effect'
import type { Deps } from '../process/deps'
import { addEntry } from '../write/add-entry'
import { keepState } from '../write/changes'
import { mask } from '../write/mask'
import { type Write, writeSession } from '../write/write'

/** A person changes the Plan, whatever goes on: the next Request tells it, and that they did. `revision`: the one they saw. */
export async function correctPlan(
  deps: Deps,
  command: { sessionId: string; plan: Pick<PlanCorrection, 'steps'>; revision?: number | undefined },
): Promise<Plan | Refusal> {
  const { sessionId, revision } = command
  const { value: plan } = await mask(deps, { sessionId }, command.plan)
  const errors = planFaults(plan.steps)
  if (errors.length > 0) return refuseFields(errors)
  return writeSession<Plan>(deps, { sessionId }, async write => {
    const { plan: before } = await planOf(write.db, sessionId)
    if (revision !== undefined && revision !== before.revision)
      return refuse('stale_revision', { code: 'problem.otherPlan' }, { plan: before })
    const steps = planSteps(plan.steps)
    if (planChanges(before.steps, steps).length === 0) return before
    const codedText = planCorrection(before.steps, steps)
    const approved = before.approved === true
    const now = planNote({ revision: before.revision + 1, steps, ...(approved ? { approved } : {}) }, [])
    tellCorrection(write, 'plan', { codedText, now })
    return revisePlan(write, { before, steps, because: codedText, approved })
  })
}

/** A person changes the State, whatever goes on: the next Request tells it, and that they did. `revision`: the one they saw. */
export async function correctState(
  deps: Deps,
  command: { sessionId: string; patch: State; revision?: number | undefined },
): Promise<State | Refusal> {
  const { sessionId } = command
  const { value: patch } = await mask(deps, { sessionId }, command.patch)
  return writeSession<State>(deps, { sessionId }, async write => {
    const { state, revision } = await stateOf(write.db, sessionId)
    if (command.revision !== undefined && command.revision !== revision)
      return refuse('stale_revision', { code: 'problem.otherState' }, { state, revision })
    const outcome = patchedState(state, patch, '')
    keepState(write, { state, revision }, { outcome })
    if (!outcome.ok) return refuseFields(outcome.errors)
    const changes = stateChanges(state, outcome.state)
    if (changes.length === 0) return outcome.state
    const codedText = stateCorrection(changes)
    const [change, whole] = [JSON.stringify(patch), JSON.stringify(outcome.state)]
    const isLong = change.length > Math.max(PATCH_CHARS, whole.length)
    const now = isLong ? `It is now: ${whole}` : `As a JSON merge patch: ${change}`
    tellCorrection(write, 'state', { codedText, now })
    return outcome.state
  })
}

/** Of a patch longer than this the model is told what it came to, if that is shorter. */
const PATCH_CHARS = 1_000

const CORRECTED = {
  plan: 'The person corrected your plan. Go by it as it is now.',
  state: 'The person corrected the state of the session. Go by it as it is now.',
}

/** `now`: how it is after that. A model that does not know it yet is told it with its next Request. */
function tellCorrection(
  write: Write,
  note: keyof typeof CORRECTED,
  { codedText, now }: { codedText: CodedText; now: string },
): void {
  const text = phrase(codedText)
  const lines = [CORRECTED[note], text, ...(write.row.contextAnnounced ? [now] : [])]
  addEntry(write, { kind: 'correction', text, codedText }, noteMessage(note, lines.join('\n')))
}
