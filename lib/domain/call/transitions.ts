import { argumentValue } from '@/lib/text/json/json-text'
import type { Instant } from '../instant'
import { floorReason, type Reason } from '../policy/reason'
import type {
  ApprovedCall,
  Call,
  ExecutingCall,
  Invocation,
  Result,
  SettledCall,
  WaitingCall,
  WaitingReason,
} from './call'
import { decisionOf } from './call-state'
import type { Decider, Decision, Void } from './decision'
import type { Preview } from './preview'
import type { Risk, Tool } from './tool'

/**
 * waiting → approved → executing → settled, and from each of the first three back to waiting. Every change of a Call
 * is one of these; none of them decides whether it is allowed.
 */

export const approved = (
  call: Call,
  by: Decider,
  { effective, ...change }: { effective: Invocation; startsAt?: Instant | undefined },
): ApprovedCall => ({
  ...base(call),
  state: 'approved',
  by,
  ...(call.state === 'waiting' ? { was: call.why } : {}),
  effective: {
    tool: effective.tool,
    arguments: effective.arguments,
    argumentsText: effective.argumentsText,
  },
  ...change,
})

export const executing = (call: ApprovedCall, epoch: number, now: Instant): ExecutingCall => ({
  ...base(call),
  state: 'executing',
  by: call.by,
  effective: call.effective,
  epoch,
  attempt: call.attempt + 1,
  startedAt: now,
})

export const settled = (call: Call, result: Result, now: Instant): SettledCall => ({
  ...base(call),
  state: 'settled',
  effective: call.effective,
  result,
  endedAt: now,
})

/** What is shown of a Call, recomputed. */
export type CardContent = {
  tool: Pick<Tool, 'id' | 'name' | 'source' | 'readOnly' | 'idempotent' | 'definitionHash' | 'schema'>
  preview: Preview
  risk: Risk
  digest: string
}

/** `reason`: as policy has judged it anew. */
type Wait = {
  why: WaitingReason
  now: Instant
  expiresAt?: Instant | undefined
  reason?: Reason | undefined
}

function reasonToWait(why: WaitingReason): Reason | undefined {
  if (why === 'drifted') return floorReason('drifted')
  if (why === 'definition_changed') return floorReason('changed')
  return why === 'outcome_unknown' ? floorReason('outcomeUnknown') : undefined
}

/** It waits, shown as it is already. */
export const waitingAsShown = (call: Call, { why, now, expiresAt, reason }: Wait): WaitingCall => ({
  ...base(call),
  reason: reason ?? reasonToWait(why) ?? call.reason,
  state: 'waiting',
  why,
  since: now,
  effective: call.effective,
  expiresAt,
})

export const waiting = (call: Call, { card, ...more }: Wait & { card: CardContent }): WaitingCall =>
  shownAs(waitingAsShown(call, more), card)

/** The Call as a Decision shows it: with another tool or other arguments. */
export const shownAs = <T extends Call>(call: T, { tool, preview, risk, digest }: CardContent): T => ({
  ...call,
  tool: tool.name,
  source: tool.source,
  readOnly: tool.readOnly,
  idempotent: tool.idempotent,
  definitionHash: tool.definitionHash,
  schema: tool.schema,
  preview,
  risk,
  digest,
})

export const withDecision = <T extends Call>(call: T, decision: Decision): T => ({
  ...call,
  decisions: [...call.decisions, decision],
})

/** Voids the Decisions that were in force. */
export const withVoid = <T extends Call>(call: T, reason: Void): T => ({
  ...call,
  decisions: call.decisions.map(decision =>
    decision.void === undefined ? { ...decision, void: reason } : decision,
  ),
})

/** The Call without its last Decision, as it was before: nothing has run because of it. */
export function undone(call: ApprovedCall): ApprovedCall {
  const last = decisionOf(call)
  const before = invocationBefore(call)
  return {
    ...call,
    effective: before,
    decisions: call.decisions.map(decision =>
      decision.id === last?.id ? { ...decision, void: 'undone' } : decision,
    ),
  }
}

/** What a Call would have run before its last edit: an earlier edit, what a hook made of it, else the proposal. */
export function invocationBefore(call: Call): Invocation {
  const decisions = call.decisions.filter(({ void: reason }) => reason !== 'undone').slice(0, -1)
  const last = decisions.findLast(({ argumentsText }) => argumentsText !== undefined)
  if (last?.argumentsText === undefined) {
    const text = call.hooks?.findLast(({ argumentsText }) => argumentsText !== undefined)?.argumentsText
    const { tool } = call.proposed
    return text === undefined ? call.proposed : { tool, argumentsText: text, arguments: argumentValue(text) }
  }
  const tool = last.tool ?? call.proposed.tool
  return { tool, argumentsText: last.argumentsText, arguments: last.arguments }
}

type OfState = 'state' | 'by' | 'why' | 'was' | 'since' | 'effective' | 'startsAt' | 'expiresAt' | 'heldBy'

/** What a Call has in every state, so that nothing of an earlier one stays with it. */
function base(call: Call) {
  const { state, by, why, was, since, effective, startsAt, expiresAt, heldBy, ...others } = call as Call &
    Partial<Record<OfState, unknown>>
  const { epoch, result, endedAt, unknown, unreadable, ...shared } = others as typeof others &
    Partial<Record<'epoch' | 'result' | 'endedAt', unknown>>
  return shared
}
