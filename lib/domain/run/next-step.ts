import type { ApprovedCall, Call, ExecutingCall, SettledCall, WaitingCall } from '../call/call'
import { blockers, isExecuting, isOpen, isWaiting } from '../call/call-state'
import { RUN_COMMAND, TASK_COMPLETE } from '../call/tool'
import { earliest, type Instant, isStillAhead, later } from '../instant'
import { MOST_HOLD_MS } from './limits'
import type { Orphan } from './orphan'
import type { Outcome, RunRow, Stop } from './run'
import { failedOutcome, stalledOutcome } from './run-outcome'
import { spentBudget } from './spending'

/**
 * The heart of the loop. Rows come in; this one pure function says what is next; the loop does that one thing and
 * writes it down. Waiting is not a suspended function: it is rows, and nothing running, so that continuing after a
 * click, a crash or a month takes the same code path as continuing at once.
 *
 * Read it from top to bottom; the first line that applies wins:
 *  1. What a server asks goes with the Call that runs there: where that no longer runs under this lease, nobody waits for
 *     an answer. A Call that was executing under another lease may have had its effect: a question for a person.
 *  2. A stopped set by a person is dropped: what is open in it is settled.
 *  3. A stop, then the limit of active time, then silence for too long ends the Run; what is open is settled.
 *  4. A Call that nobody decided in time expires.
 *  5. Approved Calls run: first those that people asked for, then the Run's, each set in its order. A write waits
 *     for every earlier Call of its set, a read only for earlier writes, so that nothing overtakes a write that is
 *     still waiting; and no two writes of different sets run side by side. A held Call waits. So does every write
 *     while one that was given up on may still be running, and its card says so. A command waits for a core.
 *  6. Sets by people need no Run: without a Run there is nothing more to do.
 *  7. While a Call is open the model is not asked: each Call gets its one Result first.
 *  8. A failed model request is retried when its time has come.
 *  9. A conversation that has to be compacted is, even if the Run would end.
 * 10. A Run ends once it is answered, or the model declared its task complete, unless the person said something
 *     that the model has not seen.
 * 11. While something runs that a person asked for, the model is not asked: it is told of the result first.
 * 12. A used-up budget, in tokens or money, ends the Run.
 * 13. At the cap of Requests the model sums up once, without tools, and the Run ends.
 * 14. Otherwise the model is asked.
 */
export function nextStep(work: Work, now: Instant): Step {
  const { run, userSets } = work
  const withdrawn = unheardQuestions(work)
  if (withdrawn.length > 0) return { do: 'withdraw', calls: withdrawn }
  const lost = allCalls(work)
    .filter(isExecuting)
    .filter(call => call.epoch !== work.epoch)
  if (lost.length > 0) return { do: 'recover', calls: lost }
  const dropped = userSets.filter(set => set.stop).flatMap(set => set.calls.filter(isOpen))
  if (dropped.length > 0) return { do: 'drop', calls: dropped }
  if (run?.stop) return { do: 'finish', outcome: { stopReason: run.stop.reason } }
  const deadline = run && deadlineOf(run)
  if (deadline !== undefined && deadline <= now) return { do: 'finish', outcome: { stopReason: 'timeout' } }
  if (run && work.isStalled) return { do: 'finish', outcome: stalledOutcome(run), isStalled: true }
  const expired = [...work.elicitations, ...(run?.calls ?? [])]
    .filter(isWaiting)
    .filter(call => call.expiresAt !== undefined && call.expiresAt <= now)
  if (expired.length > 0) return { do: 'expire', calls: expired }
  const ready = startable(work, now)
  if (ready.length > 0) return { do: 'execute', calls: ready }
  const [orphan] = work.orphans
  const heldIds = heldCalls(work, now)
  const untold = heldIds.filter(call => !work.orphans.some(({ callId }) => callId === call.heldBy?.callId))
  if (orphan && untold.length > 0) return { do: 'hold', calls: untold, by: orphan }
  const inLine = !work.hasCore && startable({ ...work, hasCore: true }, now).length > 0
  const until = earliest(
    nextChange([...work.elicitations, ...allCalls(work)], now),
    heldIds.length > 0 ? later(now, LOOK_MS) : undefined,
    inLine ? later(now, IN_LINE_MS) : undefined,
  )
  if (inLine) return { do: 'wait', for: 'core', until }
  if (!run) return { do: 'wait', for: 'people', until }
  if (run.calls.some(isOpen)) return { do: 'wait', for: 'calls', until }
  if (run.retryAt && isStillAhead(run.retryAt, now, run.limits.activeMs))
    return { do: 'wait', for: 'retry', until: run.retryAt }
  if (isToCompact(run)) return { do: 'compact' }
  const answer = run.answer ?? completion(run)
  if (answer && isFinal(run, answer)) return { do: 'finish', outcome: answer }
  if (userSets.some(set => set.calls.some(isExecuting)))
    return { do: 'wait', for: 'people', until: undefined }
  const spent = spentBudget(run)
  if (spent) return { do: 'finish', outcome: failedOutcome('budget', spent) }
  if (run.requests < run.limits.requests) return { do: 'request', tools: 'offered' }
  return run.summarised ? { do: 'finish', outcome: { stopReason: 'cap' } } : { do: 'request', tools: 'off' }
}

/**
 * The work in a session under the lease of this epoch: its active Run, sets by people, and `orphans`, writes that
 * were given up on and may still be running in its workspace. `elicitations`: what servers ask, each while a Call runs;
 * it is open, and holds nothing up but that Call. `hasCore`: whether a command may begin in this process. `isStalled`: the
 * Run is to end for want of progress.
 */
export type Work = {
  epoch: number
  run: ActiveRun | undefined
  userSets: UserSet[]
  elicitations: Call[]
  orphans: Orphan[]
  hasCore: boolean
  isStalled: boolean
}

/** A Run as the loop sees it: with the Calls of its last set and the number of messages not yet taken in. */
export type ActiveRun = RunRow & { calls: Call[]; steering: number }

/** The Calls of a set by a person, and whether it was stopped. */
export type UserSet = { calls: Call[]; stop?: Stop | undefined }

export type Step =
  | { do: 'withdraw'; calls: Call[] }
  | { do: 'recover'; calls: ExecutingCall[] }
  | { do: 'drop'; calls: Call[] }
  | { do: 'finish'; outcome: Outcome; isStalled?: true }
  | { do: 'expire'; calls: WaitingCall[] }
  | { do: 'execute'; calls: ApprovedCall[] }
  | { do: 'hold'; calls: ApprovedCall[]; by: Orphan }
  | { do: 'wait'; for: 'calls' | 'retry' | 'people' | 'core'; until: Instant | undefined }
  | { do: 'compact' }
  | { do: 'request'; tools: 'offered' | 'off' }

/** Questions that are asked for a Call which does not run any more, or ran under another lease. */
function unheardQuestions(work: Work): Call[] {
  if (work.elicitations.length === 0) return []
  const running = allCalls(work).filter(isExecuting)
  const ids = new Set(running.filter(call => call.epoch === work.epoch).map(({ id }) => id))
  return work.elicitations.filter(call => !ids.has(call.parentCallId ?? ''))
}

const allCalls = ({ run, userSets }: Work): Call[] => [
  ...userSets.flatMap(set => set.calls),
  ...(run?.calls ?? []),
]

/** When the Run's active time will be used up if it stays active. */
export const deadlineOf = (run: RunRow): Instant | undefined =>
  run.activeSince && later(run.activeSince, run.limits.activeMs - run.activeMs)

/** The approved Calls of a set that may start now. */
export function runnable(set: Pick<UserSet, 'calls'>, now: Instant): ApprovedCall[] {
  return set.calls
    .filter(call => call.state === 'approved')
    .filter(
      call =>
        (call.startsAt === undefined || !isStillAhead(call.startsAt, now, MOST_HOLD_MS)) &&
        blockers(call, set.calls).length === 0,
    )
}

/** How often to check again whether a write may start: nothing reports when a process has ended. */
const LOOK_MS = 2_000
/** Whoever waits for a core is called; this is for a process that ended before it could. */
const IN_LINE_MS = 10_000

const allRunnable = (work: Work, now: Instant): ApprovedCall[] =>
  [...work.userSets, ...(work.run ? [work.run] : [])].flatMap(set => runnable(set, now))

const heldCalls = (work: Work, now: Instant): ApprovedCall[] =>
  work.orphans.length > 0 ? allRunnable(work, now).filter(call => !call.readOnly) : []

/**
 * The startable Calls of all sets, those by people first. A write waits until no other set's write is running or about
 * to.
 */
function startable(work: Work, now: Instant): ApprovedCall[] {
  const writing: Call[] = allCalls(work).filter(call => isExecuting(call) && !call.readOnly)
  const mayStart = (call: ApprovedCall): boolean => {
    if (call.readOnly) return true
    if (work.orphans.length > 0 || (takesCore(call) && !work.hasCore)) return false
    if (writing.some(other => other.setId !== call.setId)) return false
    writing.push(call)
    return true
  }
  return allRunnable(work, now).filter(mayStart)
}

/** A session runs one command at a time, since it is a write. */
export const takesCore = ({ effective }: ApprovedCall | ExecutingCall): boolean =>
  effective.tool === RUN_COMMAND

/** The next time at which a Call expires or is no longer held; times in the past no longer matter. */
export function nextChange(calls: Call[], now: Instant): Instant | undefined {
  const times = calls.map(call => {
    if (call.state === 'waiting') return call.expiresAt
    return call.state === 'approved' ? call.startsAt : undefined
  })
  return earliest(...times.filter(time => time !== undefined && time > now))
}

/** A compaction that has begun continues; a new one waits for an open Request to end. */
const isToCompact = ({ openRequest, compact }: ActiveRun): boolean =>
  openRequest ? openRequest.purpose === 'compaction' : compact !== undefined && compact !== 'done'

/** The model declared its task complete in its last set, and has not been asked anything since. */
function completion(run: ActiveRun): Outcome | undefined {
  return !run.openRequest && completionOf(run.calls) ? { stopReason: 'task_complete' } : undefined
}

/** The Call by which the model declared its task complete. */
export const completionOf = (calls: Call[]): SettledCall | undefined =>
  calls
    .filter(call => call.state === 'settled')
    .find(call => call.effective?.tool === TASK_COMPLETE && call.result.kind === 'ok')

/** A failure ends the Run at once; an answer only once the model has seen everything that was said. */
const isFinal = (run: ActiveRun, answer: Outcome): boolean => run.steering === 0 || answer.error !== undefined
