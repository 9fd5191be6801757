import type { Run, StopReason } from '../run/run'
import type { Call, WaitingReason } from './call'
import { isByPerson, isOpen, isSetAside } from './call-state'
import type { DecisionKind } from './decision'

/** `null` if the action is allowed, else the reason in words: a button shows it, a route answers with it. */
export type Obstacle = string | null

const SET_ASIDE = 'This version cannot read this call: use the one that stored it.'
const DECIDED = 'This call was already decided.'
const SHOWN = ['policy', 'hook', 'drifted', 'definition_changed'] as const satisfies WaitingReason[]
const UNKNOWN = ['outcome_unknown'] as const satisfies WaitingReason[]

/** Which Decision is allowed for which reason for waiting. Routes and buttons both consult this table. */
const DECISIONS: Record<DecisionKind, readonly WaitingReason[]> = {
  approve: SHOWN,
  edit: SHOWN,
  replace: SHOWN,
  deny: SHOWN,
  answer: SHOWN,
  retry: UNKNOWN,
  mark_done: UNKNOWN,
  skip: UNKNOWN,
}

export function whyNotDecide(call: Call, kind: DecisionKind): Obstacle {
  if (isSetAside(call)) return SET_ASIDE
  if (call.state !== 'waiting') return DECIDED
  if (DECISIONS[kind].includes(call.why)) return null
  return call.why === 'outcome_unknown'
    ? 'The outcome of this call is unknown: retry it, mark it as done, or skip it.'
    : 'This call has not run: approve, edit or deny it.'
}

/** The Decisions that a Call currently allows, in the order of their buttons. */
export const decisionsFor = (call: Call): DecisionKind[] =>
  (Object.keys(DECISIONS) as DecisionKind[]).filter(kind => whyNotDecide(call, kind) === null)

/** A person's approval can be taken back until the Call starts: while it is held, or waits for others. */
export function whyNotUndo(call: Call): Obstacle {
  if (isSetAside(call)) return SET_ASIDE
  if (call.state === 'approved') {
    if (isByPerson(call) && call.was !== 'outcome_unknown') return 'You asked for this call: it never waits.'
    return call.by.type === 'person' ? null : 'Nobody approved this by hand.'
  }
  if (call.state === 'waiting') return 'Nothing to undo: nobody has approved this call.'
  return 'It has started already.'
}

/**
 * A change to a file can be undone once, and only if it is known to have happened. `reverts`: the Calls that undid it
 * or tried to; `workspace`: the folder that the session works in now.
 */
export function whyNotRevert(
  call: Call,
  { reverts, workspace }: { reverts: Call[]; workspace: string },
): Obstacle {
  if (isSetAside(call)) return SET_ASIDE
  if (call.state !== 'settled') return 'This call has not ended.'
  if (call.result.kind !== 'ok') return 'This call is not known to have changed anything.'
  const { changed } = call.result
  if (!changed) return 'This call changed no file that can be put back.'
  if (changed.folder !== workspace) return 'The session works in another folder since.'
  if (reverts.some(isOpen)) return 'This call is being reverted.'
  return reverts.some(hasHappened) ? 'This call was reverted already.' : null
}

const hasHappened = (call: Call): boolean =>
  call.state === 'settled' && (call.result.kind === 'ok' || call.result.kind === 'answered')

const GOES_ON: StopReason[] = [
  'cap',
  'timeout',
  'idle_timeout',
  'budget',
  'loop_detected',
  'malformed',
  'error',
]

/** A Run that a limit or an error ended can be continued, as long as no other Run came after it. */
export function whyNotContinue(run: Run, last: Run | undefined): Obstacle {
  if (run.status !== 'ended') return 'This run has not ended.'
  if (!run.stopReason || !GOES_ON.includes(run.stopReason))
    return 'Nothing ended this run before it was done. Send a message to go on.'
  return last?.id === run.id ? null : 'Another run came after this one. Send a message to go on.'
}

export const whyNotStop = (run: Run | undefined): Obstacle =>
  run && run.status !== 'ended' ? null : 'Nothing is running.'

/** Input can be taken back until its Run has ended. */
export const whyNotDeleteQueued = (run: Run | undefined): Obstacle =>
  run?.status === 'ended' ? 'The run has ended.' : null
