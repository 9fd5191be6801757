import type { Call, Invocation } from '@/lib/domain/call/call'
import { invocationOf } from '@/lib/domain/call/call-state'
import type { Decision } from '@/lib/domain/call/decision'
import { UPDATE_PLAN } from '@/lib/domain/call/tool'
import { GivenSteps, type PlanStep, planSteps } from '@/lib/domain/session/plan'
import { planChanges } from '@/lib/domain/session/plan-text'

/** A Call as it was proposed or last shown, and the Decision about it. */
export type DecidedCall = { before: Call; decision: Decision }

/**
 * What a person changed and why, in words for people and the model; null if nothing was changed or said. The outcome
 * of each Call is in its Result; this is what to learn from it.
 */
export function correctionText(decidedCalls: DecidedCall[], feedback: string | undefined): string | null {
  const lines = decidedCalls.flatMap(
    ({ before, decision }) => correctionLine(invocationOf(before), decision) ?? [],
  )
  const said = feedback?.trim() ? [feedback.trim()] : []
  return lines.length + said.length > 0 ? [...lines, ...said].join('\n') : null
}

/** What one Decision changed; null if it changed nothing and gives no reason. */
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

/** How a person changed a Plan, in words. */
export function planCorrection(before: PlanStep[], after: PlanStep[]): string {
  const changes = planChanges(before, after)
  return `Changed the plan: ${changes.length > 0 ? changes.join('; ') : 'how it is written'}.`
}

const planOf = ({ arguments: args }: { arguments?: unknown }): PlanStep[] => {
  const given = GivenSteps.safeParse(fieldsOf(args).steps)
  return given.success ? planSteps(given.data) : []
}

/** The most arguments to name, and the most characters of each. */
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

/** The message that tells the model of a correction. */
export const correctionMessage = (text: string): string =>
  `The person corrected your last calls. Keep to it from now on, and revise your plan where that changes it.\n${text}`

/** What a person did by their own Calls, in words for people and the model; null if nothing came of it. */
export function personSetText(calls: Call[]): string | null {
  const lines = calls.flatMap(call => lineOf(call) ?? [])
  return lines.length > 0 ? lines.join('\n') : null
}

function lineOf(call: Call): string | null {
  if (call.state !== 'settled') return null
  const { kind, text } = call.result
  switch (kind) {
    case 'ok':
      return `Ran ${call.tool}: ${text}`
    case 'error':
      return `Ran ${call.tool}, which failed: ${text}`
    case 'answered':
      return `Ran ${call.tool} (${summaryOf(call)}). It was interrupted; the person says that it was done.`
    case 'unknown':
      return `Ran ${call.tool} (${summaryOf(call)}). It may or may not have happened.`
    case 'denied':
    case 'expired':
    case 'not_run':
      return null
    default:
      return kind satisfies never
  }
}

const summaryOf = (call: Call): string => call.preview?.summary ?? ''

/** The message that tells the model about it. */
export const personSetMessage = (text: string): string =>
  `The person did this themselves, beside your calls. Go by how things are now.\n${text}`

/** The most characters of a cause. */
const MOST_CAUSE_CHARS = 500

/** How a line of a correction begins that says what a person did; any other line is what they said. */
const DID = /^(Changed|Ran|Answered|Denied) /

/** Why the agent revised its Plan: people's corrections since the last revision, oldest first, or of its own accord. */
export function planChangeCause(corrections: string[], isFirst: boolean): string {
  const causes = corrections.flatMap(causesIn).join('; ')
  if (causes === '') return isFirst ? 'the agent planned its work' : 'the agent went on'
  return causes.length > MOST_CAUSE_CHARS ? `${causes.slice(0, MOST_CAUSE_CHARS).toWellFormed()}…` : causes
}

function causesIn(correction: string): string[] {
  const lines = correction.split('\n').map(line => line.replace(/\.$/, ''))
  const did = lines.filter(line => DID.test(line))
  if (did.length === 0) return [`you said: ${lines[0]}`]
  return did.map(line => `you ${line.charAt(0).toLowerCase()}${line.slice(1)}`)
}
