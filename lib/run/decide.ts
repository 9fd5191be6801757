import type { CallSet, WaitingCall } from '@/lib/domain/call'
import { invocationOf, isWaiting } from '@/lib/domain/call-state'
import type { DecideInput, DecisionInput } from '@/lib/domain/decision-request'
import type { Person } from '@/lib/domain/person'
import { Refusal, refuse } from '@/lib/domain/problem'
import { type Shown, waiting } from '@/lib/domain/transitions'
import { findCall, findSets, saveCall } from '@/lib/store/call'
import type { OnceKey } from '@/lib/store/idempotency-key'
import { findSession } from '@/lib/store/session'
import type { Place } from './assess'
import type { Deps } from './deps'
import { writeFact } from './fact'
import { type Look, lookAgain } from './look-again'
import { placeOf } from './place'
import { ruleOn, staleDigest } from './rule-on'
import { shownOf } from './shown'
import { transact } from './transact'
import { type Write, writeSession } from './write'

export type DecideAbout = {
  setId: string
  input: DecideInput
  person: Person
  once?: OnceKey | undefined
}

/**
 * A person rules about Calls of one set: all of it is stored or nothing. What would run is looked at afresh
 * first; where it is no longer what was shown, the card is renewed and the Decision refused as stale.
 */
export async function decide(deps: Deps, about: DecideAbout): Promise<CallSet | Refusal> {
  const early = notAvailableYet(about.input)
  if (early) return early
  const unfit = deps.unfit()
  if (unfit) return refuse('unavailable', unfit)
  const set = (await findSets(deps.db, [about.setId]))[0]
  const session = set && (await findSession(deps.db, { id: set.sessionId }))
  if (!set || !session) return refuse('not_found', 'There is no such set.')
  const misnamed = misnamedCall(set, about.input.decisions)
  if (misnamed) return misnamed
  const looks = await lookAgain(deps, placeOf(session), { set, decisions: about.input.decisions })
  const stale = await renewDrifted(deps, placeOf(session), { set, looks })
  if (stale) return stale
  return writeFact(deps, { sessionId: set.sessionId, once: about.once }, async write => {
    const current = (await findSets(write.tx, [about.setId]))[0]
    if (!current) return refuse('not_found', 'There is no such set.')
    for (const input of about.input.decisions) {
      const call = current.calls.find(candidate => candidate.id === input.callId)
      if (!call) return refuse('not_found', 'This set has no such call.')
      const look = looks.find(candidate => candidate.input === input)
      const refused = await ruleOn(deps, write, { set: current, call, input, look, person: about.person })
      if (refused) return refused
    }
    return (await findSets(write.tx, [about.setId]))[0] ?? current
  })
}

function notAvailableYet({ decisions, feedback, holdMs }: DecideInput): Refusal | null {
  const errors = [
    ...(feedback ? [{ path: '/feedback', message: NOT_YET }] : []),
    ...(holdMs ? [{ path: '/holdMs', message: NOT_YET }] : []),
    ...decisions.flatMap((decision, index) => {
      const path = `/decisions/${index}`
      if (decision.kind === 'replace' || decision.kind === 'answer')
        return [{ path: `${path}/kind`, message: NOT_YET }]
      const wish = 'remember' in decision ? decision.remember : undefined
      const plain =
        !wish || (wish.reads && wish.scope === 'session' && wish.matchers.length === 0 && !wish.expiresAt)
      return plain ? [] : [{ path: `${path}/remember`, message: NOT_YET }]
    }),
  ]
  return errors.length > 0 ? refuse('invalid_request', 'Not available yet.', { errors }) : null
}

const NOT_YET = 'Not available yet.'

function misnamedCall(set: CallSet, decisions: DecisionInput[]): Refusal | null {
  const ids = decisions.map(decision => decision.callId)
  const foreign = ids.find(id => !set.calls.some(call => call.id === id))
  if (foreign) return refuse('not_found', 'This set has no such call.')
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  if (twice === -1) return null
  const errors = [{ path: `/decisions/${twice}/callId`, message: 'This call is named twice.' }]
  return refuse('invalid_request', 'A call can be decided once in a request.', { errors })
}

/** Puts what has changed since it was shown on the cards, and refuses with the first of them. */
async function renewDrifted(
  deps: Deps,
  place: Place,
  about: { set: CallSet; looks: Look[] },
): Promise<Refusal | null> {
  const drifted = about.looks.flatMap(({ input, call, shown }) => {
    const looked = { call, assessment: shown, text: invocationOf(call).argumentsText }
    const fresh = shownOf(deps, place, looked)
    return input.digest === call.digest && fresh.digest !== call.digest ? [{ call, fresh }] : []
  })
  if (drifted.length === 0) return null
  const renewed = await transact<WaitingCall[]>(deps, undefined, unit =>
    writeSession(deps, { ...unit, sessionId: about.set.sessionId }, async write => {
      const calls: WaitingCall[] = []
      for (const { call, fresh } of drifted) {
        const before = await findCall(write.tx, call.id)
        if (!before || !isWaiting(before) || before.digest !== call.digest) continue
        calls.push(await renew(write, before, fresh))
      }
      return calls
    }),
  )
  if (renewed instanceof Refusal) return renewed
  return renewed[0] ? staleDigest(renewed[0]) : null
}

async function renew(write: Write, before: WaitingCall, shown: Shown): Promise<WaitingCall> {
  const { why, expiresAt } = before
  const after = waiting(before, { why, shown, now: write.now, expiresAt })
  await saveCall(write.tx, after)
  write.emit('call.waiting', { call: after }, before)
  return after
}
