import type { Changed } from '@/lib/context/correction'
import type { CallSet, WaitingCall, WaitingReason } from '@/lib/domain/call'
import { invocationOf, isWaiting } from '@/lib/domain/call-state'
import type { DecideInput, DecisionInput } from '@/lib/domain/decision-request'
import type { Person } from '@/lib/domain/person'
import { Refusal, refuse } from '@/lib/domain/problem'
import { type Shown, waiting } from '@/lib/domain/transitions'
import { findCall, findSets } from '@/lib/store/call'
import type { OnceKey, RequestKey } from '@/lib/store/idempotency-key'
import { seeSet } from '@/lib/store/work-in-hand'
import type { Assessment, Place } from './assess'
import { changeCall } from './change-call'
import { correct } from './correct'
import type { Deps } from './deps'
import { writeFact } from './fact'
import { type Look, lookAgain } from './look-again'
import { masked } from './masked'
import { placeFor } from './place'
import { type Ruling, ruleOn, staleDigest } from './rule-on'
import { shownOf } from './shown'
import { transact } from './transact'
import { type Write, writeSession } from './write'

export type DecideAbout = {
  setId: string
  input: DecideInput
  person: Person
  once?: OnceKey | undefined
  /** A look at the set that is under way already. */
  seen?: Seeing | undefined
}

type Seeing = ReturnType<typeof see>

/** A first look at a set, which can be had before it is known what is decided. */
export const see = (deps: Deps, about: { setId: string; once?: RequestKey | undefined }) =>
  seeSet(deps.db, about.setId, about.once)

/**
 * A person rules about Calls of one set: all of it is stored or nothing. What would run is looked at afresh
 * first; where it is no longer what was shown, the card is renewed and the Decision refused as stale.
 */
export async function decide(deps: Deps, given: DecideAbout): Promise<CallSet | Refusal> {
  const unfit = deps.unfit()
  if (unfit) return refuse('unavailable', unfit)
  const seen = await (given.seen ?? see(deps, given))
  if (!seen) return refuse('not_found', 'There is no such set.')
  const { set, row: session } = seen
  const { value: input } = await masked(deps, { sessionId: session.id }, given.input)
  const about = { ...given, input }
  const early = notAvailableYet(about.input) ?? misnamedCall(set, about.input.decisions)
  if (early) return early
  const place = placeFor(session, set.calls[0])
  const looks = await lookAgain(deps, place, { set, decisions: about.input.decisions })
  const stale = await renewDrifted(deps, place, { set, looks })
  if (stale) return stale
  return writeFact(deps, { sessionId: session.id, once: about.once, seen }, async write => {
    const isUnchanged = write.row.seq === session.seq
    const current = isUnchanged ? set : (await findSets(write.tx, [about.setId]))[0]
    if (!current) return refuse('not_found', 'There is no such set.')
    const ruled = await ruleOnAll(deps, write, { ...about, set: current, looks })
    if (ruled instanceof Refusal) return ruled
    const shown = await showBehind(deps, write, looks)
    const { feedback } = about.input
    await correct(deps, write, { runId: current.runId, changed: ruled, feedback })
    const now = new Map([...ruled.map(({ after }) => after), ...shown].map(call => [call.id, call]))
    return { ...current, calls: current.calls.map(call => now.get(call.id) ?? call) }
  })
}

async function ruleOnAll(
  deps: Deps,
  write: Write,
  about: DecideAbout & { set: CallSet; looks: Look[] },
): Promise<(Changed & Ruling)[] | Refusal> {
  const { set, input, person } = about
  const changed: (Changed & Ruling)[] = []
  for (const decision of input.decisions) {
    const call = set.calls.find(candidate => candidate.id === decision.callId)
    if (!call) return refuse('not_found', 'This set has no such call.')
    const look = about.looks.find(candidate => candidate.input === decision)
    const holdMs = input.holdMs ?? 0
    const ruled = await ruleOn(deps, write, { set, call, input: decision, look, person, holdMs })
    if (ruled instanceof Refusal) return ruled
    changed.push({ before: call, ...ruled })
  }
  return changed
}

/** Conditions on commands need a reader of commands, which comes with the tool that runs them. */
function notAvailableYet({ decisions }: DecideInput): Refusal | null {
  const errors = decisions.flatMap((decision, index) => {
    const matchers = ('remember' in decision && decision.remember?.matchers) || []
    const at = matchers.findIndex(({ kind }) => kind === 'command')
    const path = `/decisions/${index}/remember/matchers/${at}/kind`
    return at === -1 ? [] : [{ path, message: 'Not available yet.' }]
  })
  return errors.length > 0 ? refuse('invalid_request', 'Not available yet.', { errors }) : null
}

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
    const fresh = freshly(deps, place, { call, assessment: shown })
    return input?.digest === call.digest && fresh.digest !== call.digest ? [{ call, fresh }] : []
  })
  if (drifted.length === 0) return null
  const renewed = await transact<WaitingCall[]>(deps, undefined, unit =>
    writeSession(deps, { ...unit, sessionId: about.set.sessionId }, async write => {
      const calls: WaitingCall[] = []
      for (const { call, fresh } of drifted) {
        const after = await renew(write, { call, fresh, why: call.why })
        if (after) calls.push(after)
      }
      return calls
    }),
  )
  if (renewed instanceof Refusal) return renewed
  return renewed[0] ? staleDigest(renewed[0]) : null
}

/** Calls whose file an earlier Decision has changed are shown anew: they no longer follow what was shown. */
async function showBehind(deps: Deps, write: Write, looks: Look[]): Promise<WaitingCall[]> {
  const shown: WaitingCall[] = []
  for (const { input, call, wanted } of looks) {
    if (input) continue
    const fresh = freshly(deps, placeFor(write.row, call), { call, assessment: wanted })
    const why = call.why === 'outcome_unknown' ? call.why : 'drifted'
    const after = fresh.digest === call.digest ? null : await renew(write, { call, fresh, why })
    if (after) shown.push(after)
  }
  return shown
}

const freshly = (deps: Deps, place: Place, looked: { call: WaitingCall; assessment: Assessment }): Shown =>
  shownOf(deps, place, { ...looked, text: invocationOf(looked.call).argumentsText })

/** Shows a Call that still waits as it was looked at as it would be now. */
async function renew(
  write: Write,
  about: { call: WaitingCall; fresh: Shown; why: WaitingReason },
): Promise<WaitingCall | null> {
  const before = await findCall(write.tx, about.call.id)
  if (!before || !isWaiting(before) || before.digest !== about.call.digest) return null
  const { expiresAt } = before
  const after = waiting(before, { why: about.why, shown: about.fresh, now: write.now, expiresAt })
  await changeCall(write, { before, after })
  write.emit('call.waiting', { call: after }, before)
  return after
}
