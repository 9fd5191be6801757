import type { Call, Invocation } from '@/lib/domain/call'
import { invocationOf } from '@/lib/domain/call-state'
import type { Decision } from '@/lib/domain/decision'
import { GivenSteps, madeSteps, type PlanStep } from '@/lib/domain/plan'
import { planChanges } from '@/lib/domain/plan-changes'
import { UPDATE_PLAN } from '@/lib/domain/tool'

/** What a person made of a Call: the Call as it was proposed or last shown, and the Decision. */
export type Changed = { before: Call; decision: Decision }

/**
 * What a person changed and why, in words that people and the model read; null where nothing was changed
 * and nothing said. What became of each Call stands in its Result; this is what to learn from it.
 */
export function correctionText(changed: Changed[], feedback: string | undefined): string | null {
  const lines = changed.flatMap(
    ({ before, decision }) => correctionLine(invocationOf(before), decision) ?? [],
  )
  const said = feedback?.trim() ? [feedback.trim()] : []
  return lines.length + said.length > 0 ? [...lines, ...said].join('\n') : null
}

/** What one Decision made of what was to be run; null where it changed nothing and says no reason. */
export function correctionLine(before: Invocation, decision: Decision): string | null {
  const { tool } = before
  switch (decision.kind) {
    case 'edit':
      if (decision.argumentsText === before.argumentsText) return null
      if (tool === UPDATE_PLAN) return planCorrection(planOf(before), planOf(decision))
      return `Changed ${tool}: ${differences(before, decision)}`
    case 'replace':
      return `Ran ${decision.tool} in the place of ${tool}.`
    case 'answer':
      return `Answered in the place of ${tool}.`
    case 'deny':
      return decision.reason ? `Denied ${tool}: ${decision.reason}` : null
    default:
      return null
  }
}

/** What a person made of a Plan, in words. */
export function planCorrection(before: PlanStep[], after: PlanStep[]): string {
  const changes = planChanges(before, after)
  return `Changed the plan: ${changes.length > 0 ? changes.join('; ') : 'how it is written'}.`
}

const planOf = ({ arguments: args }: { arguments?: unknown }): PlanStep[] => {
  const given = GivenSteps.safeParse(fieldsOf(args).steps)
  return given.success ? madeSteps(given.data) : []
}

/** At most so many arguments are named, and so much of each is told. */
const MOST = 10
const SHOWN_CHARS = 160

function differences(before: Invocation, decision: Decision): string {
  const [was, is] = [fieldsOf(before.arguments), fieldsOf(decision.arguments)]
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  const changed = keys.filter(key => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
  const told = changed.slice(0, MOST).map(key => `${key} from ${shown(was[key])} to ${shown(is[key])}`)
  const more = changed.length - told.length
  if (told.length === 0) return 'how its arguments are written.'
  return `${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}… (${text.length} characters)` : text
}

/** The correction as the model is told it. */
export const correctionMessage = (text: string): string =>
  `The person corrected your last calls. Keep to it from now on.\n${text}`
