import { msBetween } from '@/lib/domain/instant'
import type { Deps } from '../process/deps'
import { warnUnavailable } from '../process/unavailable'
import type { SessionHint } from '../write/write'
import { type Commit, commit } from './commit'
import { failRun } from './end-run'
import { Lease } from './lease'
import { RunningTasks, type TaskOutcome } from './running-tasks'

/** Work that began in the commit of an input. `isStored`: that is confirmed; else nobody knows. */
type FirstStep = { lease: Lease; commit: Commit; isStored: boolean; hint: SessionHint }

/**
 * Works on a session until there is nothing to do but wait, then sets it down. Any process may call it at
 * any time, and calling it in vain costs one read and one write. Tells in how many milliseconds the session is to
 * wake, where that is known. When this process is `ending` the session is handed over in the middle of it. Work
 * may have begun in the commit of the input that made it (`first`).
 *
 *   commit:  read the session; take or keep the lease; store what happened; look; store what begins; swap
 *   tasks:   do what began; wait until something has happened, or a fact has come
 *
 * so that one commit ends one thing and begins the next. What makes it correct:
 *  1. Every fact (message, Decision, stop, Rule) is one guarded write: it holds only where the session's version is
 *     still the one that it was decided on, and moves it and sets the wake in the same statement; else it is decided
 *     again on what there is now. A process that has a place for it stores what begins in that one.
 *  2. The lease is given back by the same guard: no fact comes between the look and the rest.
 *  3. Every write of the loop carries the lease's epoch; who lost it cannot write.
 *  4. `executing`, with its epoch, is stored before the effect; a crash leaves a question for a person, never
 *     a silent repeat.
 *  5. The fence cannot stop an effect, the clock does. Nothing begins before the commit that lets it begin is
 *     confirmed, and the lease held by its own clock after that; immediately before each effect, in the same
 *     breath, that clock is read again (`beforeEffect`). It counts from when the last renewal was sent, and ends
 *     for its holder a second and more before anybody else takes the lease; at that moment Activities are aborted.
 *     Only the clock forfeits effects, and only the rows forfeit what has happened: it is offered to the next
 *     commit, and a reply of the model on its way is waited for.
 */
export async function advance(
  deps: Deps,
  sessionId: string,
  { ending, first }: { ending: AbortSignal; first?: FirstStep | undefined },
): Promise<number | undefined> {
  if (!first && deps.whyNotReady()) return undefined
  const lease = first?.lease ?? new Lease(deps, sessionId)
  const tasks = new RunningTasks(deps, lease)
  try {
    const hung = lease.hung.then(() => leaveHung(deps, sessionId, tasks))
    return await Promise.race([work(deps, { sessionId, tasks, lease, ending, first }), hung])
  } catch (error) {
    await tasks.abort()
    if (!warnUnavailable(deps, error, { sessionId }))
      await failRun(deps, { sessionId, epoch: lease.epoch, error })
    return undefined
  } finally {
    lease.close()
  }
}

/** Nobody waits any longer for a commit that does not end: the session is taken anew, as after a crash. */
async function leaveHung(deps: Deps, sessionId: string, tasks: RunningTasks): Promise<undefined> {
  await tasks.abort()
  deps.bus.publish({ kind: 'wake', sessionId })
}

type Holding = {
  sessionId: string
  tasks: RunningTasks
  lease: Lease
  ending: AbortSignal
  first: FirstStep | undefined
}

async function work(deps: Deps, session: Holding): Promise<number | undefined> {
  const { sessionId, tasks, lease, ending } = session
  const ends = new Promise<void>(resolve => ending.addEventListener('abort', () => resolve(), { once: true }))
  const hint = session.first?.hint ?? {}
  let outcomes: TaskOutcome[] = []
  for (let { first } = session; ; first = undefined) {
    if (ending.aborted && !first) {
      await handOver(deps, { ...session, outcomes })
      break
    }
    const { running } = tasks
    const turn = { sessionId, lease, hint, outcomes, running, ending, doubtful: first?.commit }
    const stored = first?.isStored ? first.commit : await commit(deps, turn)
    if (stored === null) break
    const { move } = stored
    if (move.do === 'abort') {
      outcomes = await tasks.abort(move.what)
      continue
    }
    const ms = move.until === undefined ? undefined : msBetween(stored.now, move.until)
    if (move.do === 'rest') {
      if (hint.snapshot) deps.recentSessions.keep(hint.snapshot)
      return ms
    }
    if (move.do === 'work') {
      if (!(await lease.confirm(ending))) break
      for (const task of move.tasks) tasks.start(task)
    }
    outcomes = await tasks.next(Promise.race([lease.news, lease.lost, ends]), ms)
    if (lease.isLost) break
  }
  await tasks.abort()
  return undefined
}

/**
 * Sets a session down in the middle of its work, because this process is to end. A reply that is on its way is
 * dropped: its Request stays open, and whoever goes on asks again. Activities get a moment to end, then are
 * aborted; what came of them is stored. The session is given back, due at once. Only where an Activity does not
 * end is the lease kept, so that what becomes of it is asked once this process is known to be gone.
 */
async function handOver(
  deps: Deps,
  session: Omit<Holding, 'first'> & { outcomes: TaskOutcome[] },
): Promise<void> {
  const { sessionId, lease, tasks, ending } = session
  const ended = await tasks.finish(lease.lost)
  if (lease.epoch === null || lease.isLost) return
  const outcomes = [...session.outcomes, ...ended].filter(
    outcome => outcome.kind !== 'failed' || outcome.failure.reason !== 'aborted',
  )
  const last = tasks.isPerforming ? 'keep' : 'give back'
  const stored = await commit(deps, { sessionId, lease, outcomes, running: tasks.running, ending, last })
  if (stored?.move.do === 'rest') deps.bus.publish({ kind: 'wake', sessionId })
}
