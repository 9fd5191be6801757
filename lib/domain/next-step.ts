import { blockers } from './blockers'
import type { ApprovedCall, Call, ExecutingCall, SettledCall, WaitingCall } from './call'
import { isOpen, isWaiting } from './call-state'
import { earliest, type Instant, later } from './instant'
import type { Outcome, RunRow } from './run'
import { TASK_COMPLETE } from './tool'

/**
 * THE HEART. Facts come in as rows; this one pure function says what is next; the loop does that one thing
 * and writes it down. Waiting is not a suspended function: it is rows and nothing running, so going on
 * after a click, a crash or a month is the same code path as going on.
 *
 * Read it from top to bottom, the first line that holds wins:
 *  1. A Call that was executing under another lease may have had its effect: a question for a person.
 *  2. A stop, then the deadline of active time, end the Run; what is open gets settled.
 *  3. A Call that nobody decided in its time is expired.
 *  4. Approved Calls run in the model's order. A write waits for every earlier Call of its set, a read only
 *     for earlier writes, so that nothing overtakes a write that is still waiting. A held one waits.
 *  5. While a Call is open nothing is requested: each Call gets its one Result first.
 *  6. A failed model request is tried again when its time has come.
 *  7. An answered Run ends, and one whose task the model called complete, unless the person said something
 *     that the model has not seen.
 *  8. At the cap of Requests the model sums up once, without tools, and the Run ends.
 *  9. Otherwise the model is asked.
 */
export function nextStep(run: ActiveRun, now: Instant): Step {
  const lost = lostCalls(run)
  if (lost.length > 0) return { do: 'recover', calls: lost }
  if (run.stop) return { do: 'finish', outcome: { stopReason: run.stop.reason } }
  if (deadlinePassed(run, now)) return { do: 'finish', outcome: { stopReason: 'timeout' } }
  const expired = expiredCalls(run, now)
  if (expired.length > 0) return { do: 'expire', calls: expired }
  const ready = runnable(run, now)
  if (ready.length > 0) return { do: 'execute', calls: ready }
  if (run.calls.some(isOpen)) return { do: 'wait', for: 'calls', until: nextChange(run, now) }
  if (run.retryAt && run.retryAt > now) return { do: 'wait', for: 'retry', until: run.retryAt }
  const answer = run.answer ?? completion(run)
  if (answer && isFinal(run, answer)) return { do: 'finish', outcome: answer }
  if (run.requests < run.limits.requests) return { do: 'request', tools: 'offered' }
  return run.summarised ? { do: 'finish', outcome: { stopReason: 'cap' } } : { do: 'request', tools: 'off' }
}

/** A Run as the loop sees it: the epoch of the lease in hand, the Calls of its last set, untaken messages. */
export type ActiveRun = RunRow & { epoch: number; calls: Call[]; steering: number }

export type Step =
  | { do: 'recover'; calls: ExecutingCall[] }
  | { do: 'finish'; outcome: Outcome }
  | { do: 'expire'; calls: WaitingCall[] }
  | { do: 'execute'; calls: ApprovedCall[] }
  | { do: 'wait'; for: 'calls' | 'retry'; until: Instant | undefined }
  | { do: 'request'; tools: 'offered' | 'off' }

const lostCalls = (run: ActiveRun): ExecutingCall[] =>
  run.calls.filter(call => call.state === 'executing').filter(call => call.epoch !== run.epoch)

/** The moment at which the Run's active time is used up, were it to stay active. */
export const deadlineOf = (run: RunRow): Instant | undefined =>
  run.activeSince && later(run.activeSince, run.limits.activeMs - run.activeMs)

function deadlinePassed(run: RunRow, now: Instant): boolean {
  const deadline = deadlineOf(run)
  return deadline !== undefined && deadline <= now
}

const expiredCalls = (run: ActiveRun, now: Instant): WaitingCall[] =>
  run.calls.filter(isWaiting).filter(call => call.expiresAt !== undefined && call.expiresAt <= now)

/** The approved Calls that may start now. */
export function runnable(run: Pick<ActiveRun, 'calls'>, now: Instant): ApprovedCall[] {
  return run.calls
    .filter(call => call.state === 'approved')
    .filter(
      call => (call.startsAt === undefined || call.startsAt <= now) && blockers(call, run.calls).length === 0,
    )
}

/** The next time at which a Call expires or is no longer held; what is over changes nothing any more. */
export function nextChange(run: Pick<ActiveRun, 'calls'>, now: Instant): Instant | undefined {
  const times = run.calls.map(call => {
    if (call.state === 'waiting') return call.expiresAt
    return call.state === 'approved' ? call.startsAt : undefined
  })
  return earliest(...times.filter(time => time !== undefined && time > now))
}

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
