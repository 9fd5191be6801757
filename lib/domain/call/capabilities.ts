import { isObject } from '@/lib/text/json/json-value'
import type { Run, StopReason } from '../run/run'
import type { Call, ChangedFile, WaitingReason } from './call'
import { changedFiles, invocationOf, isByPerson, isOpen, isSetAside } from './call-state'
import type { DecisionKind } from './decision'
import { isElicitation } from './elicitation'
import type { Obstacle } from './obstacle'

const SHOWN_REASONS = ['policy', 'hook', 'drifted', 'definition_changed'] as const satisfies WaitingReason[]
const UNKNOWN = ['outcome_unknown'] as const satisfies WaitingReason[]

/** Which Decision is allowed for which reason for waiting. Routes and buttons both consult this table. */
const DECISIONS: Record<DecisionKind, readonly WaitingReason[]> = {
  approve: SHOWN_REASONS,
  edit: SHOWN_REASONS,
  replace: SHOWN_REASONS,
  deny: SHOWN_REASONS,
  answer: SHOWN_REASONS,
  retry: UNKNOWN,
  mark_done: UNKNOWN,
  skip: UNKNOWN,
}

export function whyNotDecide(call: Call, kind: DecisionKind): Obstacle {
  if (isSetAside(call)) return 'set_aside'
  if (call.state !== 'waiting') return 'decided'
  if (isElicitation(call) && kind !== 'answer' && kind !== 'deny') return 'question'
  if (DECISIONS[kind].includes(call.why)) return null
  return call.why === 'outcome_unknown' ? 'outcome_unknown' : 'not_run'
}

/** A person's approval can be taken back until the Call starts: while it is held, or waits for others. */
export function whyNotUndo(call: Call): Obstacle {
  if (isSetAside(call)) return 'set_aside'
  if (call.state === 'approved') {
    const hasWaited = call.reverts !== undefined || call.was === 'outcome_unknown'
    if (isByPerson(call) && !hasWaited) return 'by_person'
    return call.by.type === 'person' ? null : 'by_no_person'
  }
  if (call.state === 'waiting') return 'not_approved'
  return 'started'
}

/**
 * A change can be undone once, and only if it is known to have happened: of several files, until each is put back.
 * `reverts`: the Calls that undid it or tried to; `workspace`: the folder that the session works in now.
 */
export function whyNotRevert(
  call: Call,
  { reverts, workspace }: { reverts: Call[]; workspace: string },
): Obstacle {
  if (isSetAside(call)) return 'set_aside'
  if (call.state !== 'settled') return 'not_ended'
  const changes = changedFiles(call.result)
  if (call.result.kind !== 'ok' && changes.length === 0) return 'not_known'
  if (changes.length === 0) return 'no_file'
  if (changes.some(({ folder }) => folder !== workspace)) return 'other_folder'
  if (reverts.some(isOpen)) return 'being_reverted'
  return changesToRevert(call, reverts).length === 0 ? 'reverted' : null
}

/** What is still to be put back of what a Call changed, the last change first. */
export function changesToRevert(call: Call, reverts: Call[]): ChangedFile[] {
  if (call.state !== 'settled') return []
  const restored = new Set<unknown>(reverts.filter(hasHappened).map(restoredPath))
  const changes = changedFiles(call.result)
  return changes.filter(({ path }) => !restored.has(path)).toReversed()
}

function restoredPath(revert: Call): unknown {
  const args = invocationOf(revert).arguments
  return isObject(args) ? args.path : undefined
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
  'cancelled',
  // Where a new message did, its Run comes after it; where a session was forked, none does.
  'interrupted',
]

/** A Run that a limit, an error, a person or a fork ended can be continued, as long as no other Run came after it. */
export function whyNotContinue(run: Run, last: Run | undefined): Obstacle {
  if (run.status !== 'ended') return 'run_not_ended'
  if (!run.stopReason || !GOES_ON.includes(run.stopReason)) return 'run_done'
  return last?.id === run.id ? null : 'later_run'
}
