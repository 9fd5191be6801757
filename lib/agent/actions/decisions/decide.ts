import type { CallSet, WaitingCall, WaitingReason } from '@/lib/domain/call/call'
import { invocationOf, isByPerson, isWaiting } from '@/lib/domain/call/call-state'
import type { DecideInput } from '@/lib/domain/call/decision-request'
import { isElicitation } from '@/lib/domain/call/elicitation'
import { type CardContent, waiting } from '@/lib/domain/call/transitions'
import { fieldFault, Refusal, refuse } from '@/lib/domain/contract/problem'
import { isKnownEvent } from '@/lib/domain/session/event-kind'
import type { DecidedCall } from '@/lib/prompt/correction'
import { findCall, findSets } from '@/lib/store/call/call'
import type { By } from '@/lib/store/installation/idempotency-key'
import { lastEventsOf } from '@/lib/store/record/event'
import { readSessionOfSet } from '@/lib/store/session/session-work'
import { type Assessment, callCard } from '../../calls/assess'
import { type Reassessment, reassessCalls } from '../../calls/assess-set'
import { type CallScope, scopeFor } from '../../calls/call-scope'
import { tellCorrections } from '../../calls/settle'
import { storeInput } from '../../loop/store-input'
import type { Deps } from '../../process/deps'
import { mask } from '../../write/mask'
import { type Write, writeSession } from '../../write/write'
import { type DecisionResult, staleDigest, storeDecision } from './store-decision'

type DecideCommand = By & { setId: string; input: DecideInput }

/**
 * A person rules about Calls of one set: all of it is stored or nothing. What would run is looked at afresh
 * first; where it is no longer what was shown, the card is renewed and the Decision refused as stale.
 */
export async function decide(deps: Deps, command: DecideCommand): Promise<CallSet | Refusal> {
  const unfit = deps.whyNotReady()
  if (unfit) return refuse('unavailable', unfit)
  const ofSet = await readSessionOfSet(deps.sql, command.setId, {
    once: command.once,
    recent: deps.recentSessions.take(command.setId),
  })
  if (!ofSet) return refuse('not_found', { code: 'problem.noSet' })
  const { set, ...snapshot } = ofSet
  const session = snapshot.row
  const { value: input } = await mask(deps, { sessionId: session.id }, command.input)
  const { decisions, feedback } = input
  const ids = decisions.map(decision => decision.callId)
  if (ids.some(id => !set.calls.some(call => call.id === id)))
    return refuse('not_found', { code: 'problem.noCallInSet' })
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  if (twice !== -1) {
    const errors = [fieldFault(`/decisions/${twice}/callId`, { code: 'fault.callTwice' })]
    return refuse('invalid_request', { code: 'fault.callsTwice' }, { errors })
  }
  const scope = scopeFor(session, set.calls[0])
  const reassessments = await reassessCalls(deps, scope, { set, decisions })
  const stale = await renewDrifted(deps, scope, { set, reassessments })
  if (stale) return stale
  const answers = new WeakMap<Answer, CallSet>()
  const target = { sessionId: session.id, once: command.once, hint: { snapshot } }
  const answer = await storeInput<Answer>(deps, target, async write => {
    const isUnchanged = write.row.seq === session.seq
    const current = isUnchanged ? set : (await findSets(write.sql, [command.setId]))[0]
    if (!current) return refuse('not_found', { code: 'problem.noSet' })
    const outcome = await storeDecisions(deps, write, { ...command, input, set: current, reassessments })
    if (outcome instanceof Refusal) return outcome
    const reassessed: WaitingCall[] = []
    // Calls whose file an earlier Decision has changed are shown anew: they no longer follow what was shown.
    for (const { call, next } of reassessments.filter(each => !each.input)) {
      const fresh = freshly(deps, scopeFor(write.row, call), { call, assessment: next })
      const why = call.why === 'outcome_unknown' ? call.why : 'drifted'
      const after = fresh.digest === call.digest ? null : await renew(write, { call, fresh, why })
      if (after) reassessed.push(after)
    }
    const changed = outcome.filter(({ before }) => !isElicitation(before) && !isByPerson(before))
    tellCorrections(write, { runId: current.runId, changed, feedback })
    const now = new Map([...outcome.map(({ after }) => after), ...reassessed].map(call => [call.id, call]))
    const first = { seq: write.row.seq }
    answers.set(first, { ...current, calls: current.calls.map(call => now.get(call.id) ?? call) })
    return first
  })
  return answer instanceof Refusal ? answer : (answers.get(answer) ?? answerAgain(deps, set, answer))
}

/** What is kept of the first answer under its key: the last Event that it tells of. An older version kept all of it. */
type Answer = { seq: number } | CallSet

async function answerAgain({ sql }: Deps, set: CallSet, answer: Answer): Promise<CallSet> {
  if ('calls' in answer) return answer
  const subjects = set.calls.map(({ id }) => id)
  const events = await lastEventsOf(sql, set.sessionId, { subjects, seq: answer.seq })
  const calls = events.filter(isKnownEvent).flatMap(({ data }) => ('call' in data ? [data.call] : []))
  return { ...set, calls: set.calls.map(call => calls.find(({ id }) => id === call.id) ?? call) }
}

async function storeDecisions(
  deps: Deps,
  write: Write,
  { set, input, person, reassessments }: DecideCommand & { set: CallSet; reassessments: Reassessment[] },
): Promise<(DecidedCall & DecisionResult)[] | Refusal> {
  const changed: (DecidedCall & DecisionResult)[] = []
  for (const decision of input.decisions) {
    const call = set.calls.find(candidate => candidate.id === decision.callId)
    if (!call) return refuse('not_found', { code: 'problem.noCallInSet' })
    const reassessment = reassessments.find(candidate => candidate.input === decision)
    const context = { set, call, input: decision, reassessment, person, holdMs: input.holdMs ?? 0 }
    const outcome = await storeDecision(deps, write, context)
    if (outcome instanceof Refusal) return outcome
    changed.push({ before: call, ...outcome })
  }
  return changed
}

/** Puts what has changed since it was shown on the cards, and refuses with the first of them. */
async function renewDrifted(
  deps: Deps,
  scope: CallScope,
  { reassessments, set }: { set: CallSet; reassessments: Reassessment[] },
): Promise<Refusal | null> {
  const drifted = reassessments.flatMap(({ input, call, current }) => {
    const fresh = freshly(deps, scope, { call, assessment: current })
    return input?.digest === call.digest && fresh.digest !== call.digest ? [{ call, fresh }] : []
  })
  if (drifted.length === 0) return null
  const renewed = await writeSession(deps, { sessionId: set.sessionId }, async write => {
    const calls: WaitingCall[] = []
    for (const { call, fresh } of drifted) {
      const after = await renew(write, { call, fresh, why: call.why })
      if (after) calls.push(after)
    }
    return calls
  })
  if (renewed instanceof Refusal) return renewed
  return renewed[0] ? staleDigest(renewed[0]) : null
}

const freshly = (
  deps: Deps,
  scope: CallScope,
  looked: { call: WaitingCall; assessment: Assessment },
): CardContent => callCard(deps, scope, { ...looked, text: invocationOf(looked.call).argumentsText })

/** Shows a Call that still waits as it was looked at as it would be now. */
async function renew(
  write: Write,
  { call, why, fresh }: { call: WaitingCall; fresh: CardContent; why: WaitingReason },
): Promise<WaitingCall | null> {
  const before = await findCall(write.sql, call.id)
  if (!before || !isWaiting(before) || before.digest !== call.digest) return null
  const { expiresAt } = before
  const after = waiting(before, { why, card: fresh, now: write.now, expiresAt })
  write.work.changeCall({ before, after })
  write.emit('call.waiting', { call: after })
  return after
}
