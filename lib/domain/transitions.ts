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
import type { Decider, Decision, Void } from './decision'
import type { Instant } from './instant'
import type { Preview } from './preview'
import type { Risk, Tool } from './tool'

/**
 * waiting → approved → executing → settled, and from each of the first three back to waiting. Every change
 * of a Call is one of these; none of them decides whether it may happen.
 */

export const approved = (
  call: Call,
  by: Decider,
  given: { effective: Invocation; startsAt?: Instant | undefined },
): ApprovedCall => ({
  ...base(call),
  state: 'approved',
  by,
  ...(call.state === 'waiting' ? { was: call.why } : {}),
  ...given,
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

/** What is shown of a Call, made anew. */
export type Shown = { tool: Tool; preview: Preview; risk: Risk; digest: string }

export const waiting = (
  call: Call,
  again: { why: WaitingReason; shown: Shown; now: Instant; expiresAt?: Instant | undefined },
): WaitingCall => ({
  ...base(call),
  ...shownFields(again.shown),
  state: 'waiting',
  why: again.why,
  since: again.now,
  effective: call.effective,
  expiresAt: again.expiresAt,
})

const shownFields = ({ tool, preview, risk, digest }: Shown) => ({
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

/** The Call with what a Decision shows of it: another tool, other arguments. */
export const shownAs = <T extends Call>(call: T, shown: Shown): T => ({ ...call, ...shownFields(shown) })

export const withDecision = <T extends Call>(call: T, decision: Decision): T => ({
  ...call,
  decisions: [...call.decisions, decision],
})

/** The Decisions that held until now no longer do. */
export const withVoid = <T extends Call>(call: T, reason: Void): T => ({
  ...call,
  decisions: call.decisions.map(decision =>
    decision.void === undefined ? { ...decision, void: reason } : decision,
  ),
})

/** The Call without its last Decision, as it was before that: nothing has run by it. */
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

/** What a Call would have run before its last change: what an earlier one made of it, else what was proposed. */
export function invocationBefore(call: Call): Invocation {
  const made = call.decisions.filter(({ void: reason }) => reason !== 'undone').slice(0, -1)
  const last = made.findLast(({ argumentsText }) => argumentsText !== undefined)
  if (last?.argumentsText === undefined) return call.proposed
  const tool = last.tool ?? call.proposed.tool
  return { tool, argumentsText: last.argumentsText, arguments: last.arguments }
}

/** The Decision that holds. */
export const decisionOf = (call: Call): Decision | undefined =>
  call.decisions.findLast(decision => decision.void === undefined)

/** What every state of a Call has. */
function base(call: Call) {
  const { id, setId, sessionId, index, providerCallId, tool, source, dialect, method } = call
  const { readOnly, idempotent, definitionHash, risk, proposed, schema, preview, digest, decisions } = call
  const { evidence, attempt, startedAt, reverts, span, outputPath } = call
  return {
    ...{ id, setId, sessionId, index, providerCallId, tool, source, dialect, method },
    ...{ readOnly, idempotent, definitionHash, risk, proposed, schema, preview, digest, decisions },
    ...{ evidence, attempt, startedAt, reverts, span, outputPath },
  }
}
