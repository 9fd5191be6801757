import type { Call, CallSet, Result, WaitingCall } from '@/lib/domain/call/call'
import { invocationOf, letsRun } from '@/lib/domain/call/call-state'
import { whyNotDecide } from '@/lib/domain/call/capabilities'
import type { Decider, Decision } from '@/lib/domain/call/decision'
import type { DecisionInput, Remember } from '@/lib/domain/call/decision-request'
import { isElicitation } from '@/lib/domain/call/elicitation'
import { OBSTACLES } from '@/lib/domain/call/obstacle'
import { approved, settled, shownAs, withDecision } from '@/lib/domain/call/transitions'
import { authorOf, hasRole, type Person } from '@/lib/domain/contract/person'
import { fieldFault, type Refusal, refuse } from '@/lib/domain/contract/problem'
import { type Instant, later } from '@/lib/domain/instant'
import { matchRules } from '@/lib/domain/policy/judge'
import type { Rule } from '@/lib/domain/policy/rule'
import { ruleText } from '@/lib/domain/policy/rule-text'
import { holdsHandle } from '@/lib/domain/policy/secret-handle'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { invocation } from '@/lib/store/call/call'
import { insertDecisions } from '@/lib/store/call/decision'
import { addPin } from '@/lib/store/servers/tool-pin'
import { readAnswer } from '@/lib/tools/read-arguments'
import { judgeSound, subjectOf } from '../../calls/assess'
import type { Reassessment } from '../../calls/assess-set'
import { ruleFault } from '../../calls/rule-fault'
import { addResultEntry, nothingRan, withinLimit } from '../../calls/settle'
import { refuseBroken } from '../../process/broken-call'
import type { Deps } from '../../process/deps'
import type { Write } from '../../write/write'

type DecisionContext = {
  set: CallSet
  call: Call
  input: DecisionInput
  reassessment: Reassessment | undefined
  person: Person
  holdMs: number
}

/** Stores one Decision and what follows from it at once. Refuses without having written anything. */
export async function storeDecision(
  deps: Deps,
  write: Write,
  context: DecisionContext,
): Promise<DecisionResult | Refusal> {
  const { call, input } = context
  if (call.state !== 'waiting') return refuse('already_decided', { code: 'problem.decided' }, { call })
  // Its time is over, though the loop has not come round to saying so.
  if (call.expiresAt !== undefined && call.expiresAt <= write.now)
    return refuse('already_decided', { code: 'problem.expired' }, { call })
  const obstacle = whyNotDecide(call, input.kind)
  if (obstacle) return refuse('invalid_request', OBSTACLES[obstacle], { call })
  if (input.digest !== call.digest) return staleDigest(call)
  if (isByAsker(write, context) && isForOther(deps, write, call))
    return refuse('forbidden', { code: 'problem.other' }, { call })
  const decisionResult = await resultOf(deps, write, { ...context, call })
  if (!('after' in decisionResult)) return decisionResult
  const { after, decision } = decisionResult
  const request = 'remember' in input ? input.remember : undefined
  const rule = request && ruleOf(deps, write, { call: after, request })
  if (rule && !hasRole(context.person, 'owner'))
    return refuse('forbidden', { code: 'problem.ownersRule', params: { rule: phrase(ruleText(rule)) } })
  const fault = rule && !rule.reads ? ruleFault(deps, rule, write.now) : null
  if (fault) return fault
  insertDecisions(write.rows, write.row.id, [{ callId: call.id, decision }])
  write.work.changeCall({ before: call, after })
  write.emit('call.decided', { call: after, kind: decision.kind, by: decision.by })
  if (after.state === 'settled') {
    write.emit('call.ended', { call: after })
    await addResultEntry(write, { call: after, runId: context.set.runId })
  }
  if (rule) write.emit('policy.changed', { rule: write.work.addRule(rule), by: authorOf(context.person) })
  const { reassessment, person } = context
  // What was shown of a Tool that has changed is accepted with the Call that an owner lets run; a reviewer's runs alone.
  if (hasRole(person, 'owner') && letsRun(decision) && reassessment?.next.kind === 'sound') {
    const { name: tool, source, changed, definitionHash } = reassessment.next.tool
    if (changed && after.definitionHash === definitionHash) {
      const by = { type: 'person', ...authorOf(person), callId: after.id }
      addPin(write.rows, source.slice('mcp:'.length), { tool, definitionHash, by, at: write.now })
      write.afterCommit(() => {
        if (deps.tools.tool(tool)?.definitionHash === definitionHash) deps.tools.pin(tool, definitionHash)
        deps.bus.publish({ kind: 'tools' })
      })
    }
  }
  return decisionResult
}

/** Whether the person's own message began the Run. */
function isByAsker(write: Write, { set, person }: Pick<DecisionContext, 'set' | 'person'>): boolean {
  const asker = write.work.runs.find(({ run }) => run.id === set.runId)?.run.by
  return asker?.id === person.id
}

/** Whether a Rule leaves a Call, as it stands, to somebody else than the one who asked, for whatever reason it waits. */
function isForOther(deps: Deps, write: Write, call: Call): boolean {
  const rules = write.work.rules.filter(({ by }) => by === 'other')
  const invoked = invocationOf(call)
  const definition = deps.tools.find(invoked.tool)
  const tool = deps.tools.tool(invoked.tool)
  if (rules.length === 0 || !definition || !tool) return false
  const { workspace } = write.row
  const subject = subjectOf(deps, { definition, tool }, { ...invoked, workspace, preview: call.preview })
  return (
    'bug' in subject || matchRules(subject, { rules, now: write.now }).some(({ match }) => match !== 'none')
  )
}

export const staleDigest = (call: Call): Refusal =>
  refuse('stale_digest', { code: 'problem.otherCall' }, { call })

/** A Decision, and the Call as it leaves it. */
export type DecisionResult = { after: Call; decision: Decision }
type Waiting = Omit<DecisionContext, 'call'> & { call: WaitingCall }

async function resultOf(deps: Deps, write: Write, context: Waiting): Promise<DecisionResult | Refusal> {
  const { call, input, person } = context
  const by: Decider = { type: 'person', ...authorOf(person) }
  const { kind, seen } = input
  const decision: Decision = { id: deps.newId(), kind, by, at: write.now, digest: call.digest, seen }
  const settledBy = (own: Decision, result: Result): DecisionResult => ({
    decision: own,
    after: settled(withDecision(call, own), withinLimit(result, write.row.limits), write.now),
  })
  switch (input.kind) {
    case 'approve':
    case 'retry': {
      const start = { effective: invocationOf(call), startsAt: startOf(write, context) }
      return { decision, after: approved(withDecision(call, decision), by, start) }
    }
    case 'edit':
    case 'replace':
      return changed(write, { ...context, input }, decision)
    case 'deny': {
      const { reason } = input
      const codedText: CodedText = reason
        ? { code: 'result.deniedBecause', params: { name: person.name, reason } }
        : { code: 'result.denied', params: { name: person.name } }
      return settledBy({ ...decision, reason }, nothingRan('denied', codedText))
    }
    case 'answer': {
      let value: unknown = input.result
      // A server gets no more than it asked for, and never the handle of a secret in place of its value.
      if (isElicitation(call)) {
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        const answer = holdsHandle(text)
          ? { ok: false as const, errors: [fieldFault('', { code: 'fault.secretInAnswer' })] }
          : readAnswer(call, text)
        if (!answer.ok)
          return refuse('invalid_arguments', { code: 'problem.notAsked' }, { errors: answer.errors })
        value = answer.value
      }
      return settledBy({ ...decision, result: value }, answeredResult(value))
    }
    case 'mark_done': {
      const codedText: CodedText = { code: 'result.done' }
      const plain = { kind: 'answered' as const, text: phrase(codedText), codedText, isError: false }
      const result = input.result === undefined ? plain : answeredResult(input.result)
      return settledBy({ ...decision, result: input.result }, result)
    }
    case 'skip':
      return settledBy(
        { ...decision, reason: input.reason },
        nothingRan('unknown', { code: 'result.skipped' }),
      )
    default:
      return input satisfies never
  }
}

/** Until then what was let run can be taken back. */
const startOf = (write: Write, { holdMs }: Waiting): Instant | undefined =>
  holdMs > 0 ? later(write.now, holdMs) : undefined

type Change = Waiting & { input: DecisionInput & { kind: 'edit' | 'replace' } }

/** Other arguments, or another tool: policy judges it as if it had been proposed so. */
async function changed(write: Write, change: Change, decision: Decision): Promise<DecisionResult | Refusal> {
  const { call, reassessment, input } = change
  if (!reassessment) return staleDigest(call)
  const { next, text: argumentsText } = reassessment
  if (next.kind === 'broken') return refuseBroken(next)
  if (input.previewDigest !== undefined && input.previewDigest !== next.digest)
    return refuse('stale_digest', { code: 'problem.otherChange' }, { call })
  const { rules } = write.work
  const judgement = judgeSound(next, { mode: write.row.mode, rules, now: write.now })
  if (judgement.verdict === 'deny')
    return refuse('invalid_request', { code: 'problem.refused', params: { rule: judgement.by.name } })
  if (judgement.rule?.by === 'other' && isByAsker(write, change))
    return refuse('forbidden', { code: 'problem.other' }, { call })
  const effective = invocation(next.tool.name, argumentsText)
  const stored: Decision = {
    ...decision,
    ...(effective.tool === call.proposed.tool ? {} : { tool: effective.tool }),
    argumentsText,
    arguments: effective.arguments,
    effectiveDigest: next.digest,
  }
  const { reason } = judgement
  const decided = withDecision({ ...shownAs(call, next), reason }, stored)
  const after = approved(decided, stored.by, { effective, startsAt: startOf(write, change) })
  return { decision: stored, after }
}

const answeredResult = (result: unknown): Result => ({
  kind: 'answered',
  text: typeof result === 'string' ? result : JSON.stringify(result, null, 2),
  value: result,
  isError: false,
})

/** The Rule that a person asks for together with a Decision. It never approves Calls that wait already. */
function ruleOf(
  deps: Deps,
  write: Write,
  { call, request }: { call: Call; request: Remember },
): Omit<Rule, 'number'> {
  const { reads = false, scope, matchers, expiresAt } = request
  return {
    id: deps.newId(),
    effect: 'allow',
    tool: reads ? '*' : invocationOf(call).tool,
    reads,
    matchers,
    scope,
    ...(scope === 'session' ? { sessionId: write.row.id } : {}),
    expiresAt,
    enabled: true,
    origin: { callId: call.id },
    createdAt: write.now,
    uses: 0,
  }
}
