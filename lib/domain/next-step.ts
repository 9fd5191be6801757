import { blockers } from './blockers'
import { spentBudget } from './budget'
import type { ApprovedCall, Call, ExecutingCall, SettledCall, WaitingCall } from './call'
import { isExecuting, isOpen, isWaiting } from './call-state'
import { earliest, type Instant, later } from './instant'
import type { Outcome, RunRow, Stop } from './run'
import { TASK_COMPLETE } from './tool'

/**
 * THE HEART. Facts come in as rows; this one pure function says what is next; the loop does that one thing
 * and writes it down. Waiting is not a suspended function: it is rows and nothing running, so going on
 * after a click, a crash or a month is the same code path as going on.
 *
 * Read it from top to bottom, the first line that holds wins:
 *  1. A Call that was executing under another lease may have had its effect: a question for a person.
 *  2. A set by a person that was stopped is dropped: what is open of it gets settled.
 *  3. A stop, then the deadline of active time, end the Run; what is open gets settled.
 *  4. A Call that nobody decided in its time is expired.
 *  5. Approved Calls run, first what people asked for, then the Run's, each set in its order. A write waits
 *     for every earlier Call of its set, a read only for earlier writes, so that nothing overtakes a write
 *     that is still waiting; and of two sets no two writes run side by side. A held one waits.
 *  6. Sets by people need no Run: without one there is no more to do.
 *  7. While a Call is open nothing is requested: each Call gets its one Result first.
 *  8. A failed model request is tried again when its time has come.
 *  9. A conversation that is to be compacted is, also where the Run would end.
 * 10. An answered Run ends, and one whose task the model called complete, unless the person said something
 *     that the model has not seen.
 * 11. While something runs that a person asked for, nothing is requested: the model is told of it first.
 * 12. A budget that is used up, in tokens or money, ends the Run: nothing more is asked for.
 * 13. At the cap of Requests the model sums up once, without tools, and the Run ends.
 * 14. Otherwise the model is asked.
 */
export function nextStep(work: Work, now: Instant): Step {
  const { run, byPeople } = work
  const lost = lostCalls(work)
  if (lost.length > 0) return { do: 'recover', calls: lost }
  const dropped = byPeople.filter(set => set.stop).flatMap(set => set.calls.filter(isOpen))
  if (dropped.length > 0) return { do: 'drop', calls: dropped }
  if (run?.stop) return { do: 'finish', outcome: { stopReason: run.stop.reason } }
  if (run && deadlinePassed(run, now)) return { do: 'finish', outcome: { stopReason: 'timeout' } }
  const expired = run ? expiredCalls(run, now) : []
  if (expired.length > 0) return { do: 'expire', calls: expired }
  const ready = startable(work, now)
  if (ready.length > 0) return { do: 'execute', calls: ready }
  if (!run) return { do: 'wait', for: 'people', until: nextChange(allCalls(work), now) }
  if (run.calls.some(isOpen)) return { do: 'wait', for: 'calls', until: nextChange(allCalls(work), now) }
  if (run.retryAt && run.retryAt > now) return { do: 'wait', for: 'retry', until: run.retryAt }
  if (isToCompact(run)) return { do: 'compact' }
  const answer = run.answer ?? completion(run)
  if (answer && isFinal(run, answer)) return { do: 'finish', outcome: answer }
  if (byPeople.some(set => set.calls.some(isExecuting)))
    return { do: 'wait', for: 'people', until: undefined }
  const spent = spentBudget(run)
  if (spent) return { do: 'finish', outcome: { stopReason: 'budget', error: spent } }
  if (run.requests < run.limits.requests) return { do: 'request', tools: 'offered' }
  return run.summarised ? { do: 'finish', outcome: { stopReason: 'cap' } } : { do: 'request', tools: 'off' }
}

/** What is to be done in a session: under the lease of this epoch, for a Run that is at work, for people. */
export type Work = { epoch: number; run: ActiveRun | undefined; byPeople: PersonSet[] }

/** A Run as the loop sees it: the Calls of its last set, untaken messages. */
export type ActiveRun = RunRow & { calls: Call[]; steering: number }

/** The Calls of a set by a person, and the wish that it should end. */
export type PersonSet = { calls: Call[]; stop?: Stop | undefined }

export type Step =
  | { do: 'recover'; calls: ExecutingCall[] }
  | { do: 'drop'; calls: Call[] }
  | { do: 'finish'; outcome: Outcome }
  | { do: 'expire'; calls: WaitingCall[] }
  | { do: 'execute'; calls: ApprovedCall[] }
  | { do: 'wait'; for: 'calls' | 'retry' | 'people'; until: Instant | undefined }
  | { do: 'compact' }
  | { do: 'request'; tools: 'offered' | 'off' }

const lostCalls = (work: Work): ExecutingCall[] =>
  allCalls(work)
    .filter(isExecuting)
    .filter(call => call.epoch !== work.epoch)

const allCalls = ({ run, byPeople }: Work): Call[] => [
  ...byPeople.flatMap(set => set.calls),
  ...(run?.calls ?? []),
]

/** The moment at which the Run's active time is used up, were it to stay active. */
export const deadlineOf = (run: RunRow): Instant | undefined =>
  run.activeSince && later(run.activeSince, run.limits.activeMs - run.activeMs)

function deadlinePassed(run: RunRow, now: Instant): boolean {
  const deadline = deadlineOf(run)
  return deadline !== undefined && deadline <= now
}

const expiredCalls = (run: ActiveRun, now: Instant): WaitingCall[] =>
  run.calls.filter(isWaiting).filter(call => call.expiresAt !== undefined && call.expiresAt <= now)

/** The approved Calls of a set that may start now. */
export function runnable(set: Pick<PersonSet, 'calls'>, now: Instant): ApprovedCall[] {
  return set.calls
    .filter(call => call.state === 'approved')
    .filter(
      call => (call.startsAt === undefined || call.startsAt <= now) && blockers(call, set.calls).length === 0,
    )
}

/** Those of all sets, by people first. A write waits until no other set's write runs or is about to. */
function startable(work: Work, now: Instant): ApprovedCall[] {
  const sets = [...work.byPeople, ...(work.run ? [work.run] : [])]
  const writing: Call[] = allCalls(work).filter(call => isExecuting(call) && !call.readOnly)
  const mayStart = (call: ApprovedCall): boolean => {
    if (call.readOnly) return true
    if (writing.some(other => other.setId !== call.setId)) return false
    writing.push(call)
    return true
  }
  return sets.flatMap(set => runnable(set, now)).filter(mayStart)
}

/** The next time at which a Call expires or is no longer held; what is over changes nothing any more. */
export function nextChange(calls: Call[], now: Instant): Instant | undefined {
  const times = calls.map(call => {
    if (call.state === 'waiting') return call.expiresAt
    return call.state === 'approved' ? call.startsAt : undefined
  })
  return earliest(...times.filter(time => time !== undefined && time > now))
}

/** A compaction that has begun goes on; one that is to begin waits for a Request that is open. */
const isToCompact = ({ openRequest, compact }: ActiveRun): boolean =>
  openRequest ? openRequest.purpose === 'compaction' : compact !== undefined && compact !== 'done'

/** The model has called its task complete in its last set, and has not been asked anything since. */
function completion(run: ActiveRun): Outcome | undefined {
  return !run.openRequest && completionOf(run.calls) ? { stopReason: 'task_complete' } : undefined
}

/** The Call by which the model called its task complete. */
export const completionOf = (calls: Call[]): SettledCall | undefined =>
  calls
    .filter(call => call.state === 'settled')
    .find(call => call.effective?.tool === TASK_COMPLETE && call.result.kind === 'ok')

/** A failure ends the Run at once; an answer only when the model has seen everything that was said. */
const isFinal = (run: ActiveRun, answer: Outcome): boolean => run.steering === 0 || answer.error !== undefined
