import { Refusal, refuse } from '@/lib/domain/contract/problem'
import { type Instant, msBetween } from '@/lib/domain/instant'
import { hasLink } from '@/lib/store/record/event'
import type { Deps } from '../process/deps'
import { momentBy } from '../process/lease-clock'
import { unavailable, warnUnavailable } from '../process/unavailable'
import { changeRun } from '../write/changes'
import { type SessionHint, type Write, writeSession } from '../write/write'
import { extendLease, holdLease, type Lease, type LeaseCommit, type LeaseGrant, releaseLease } from './lease'
import type { LoopMove, RunningNames, TaskOutcome } from './running-tasks'
import { storeOutcome } from './store-outcome'
import { takeNextStep } from './take-next-step'

/**
 * What a commit came to: what the loop does next, and under which lease. `link` is the last that it added to the
 * chain, by which it is known again where its answer was lost; null where it added none, and may be made again.
 */
export type Commit = {
  move: LoopMove
  now: Instant
  lease: LeaseCommit
  link: () => { seq: number; hash: string } | null
}

/**
 * `running`: the Tasks under way. `last`: nothing begins any more, since the process is to end; the session is given
 * back, or kept to its end. `doubtful`: the commit of an input, of which nobody knows whether it went through.
 */
type Turn = {
  sessionId: string
  lease: Lease
  hint?: SessionHint
  outcomes: TaskOutcome[]
  running: RunningNames
  /** Then nothing is tried for ever. */
  ending: AbortSignal
  last?: 'give back' | 'keep'
  doubtful?: Commit | undefined
}

/**
 * One commit of the loop: hold the lease, store what came of Tasks, take the next step, store what begins. Null where
 * the session is somebody else's, or gone. While the database cannot be reached it is tried again, also after the lease
 * has run out by this process's clock: only the rows say whose the session is. So what has happened is stored or found
 * stored, never done again, and what had begun is gone on with where the commit went through and only its answer was
 * lost.
 */
export async function commit(deps: Deps, turn: Turn): Promise<Commit | null> {
  const sent = turn.doubtful ? [turn.doubtful] : []
  for (let isFirst = true; ; isFirst = false) {
    const last: { commit?: Commit } = {}
    try {
      return await turn.lease.whileCommitting(() => commitOnce(deps, turn, { sent, last }))
    } catch (error) {
      const { lease, ending } = turn
      // What was never held is left to whoever comes next; a process that is to end waits no longer than it may act.
      if (lease.epoch === null || lease.isLost || (ending.aborted && !lease.isHeld())) throw error
      const isAway = isFirst
        ? warnUnavailable(deps, error, { sessionId: turn.sessionId })
        : unavailable(deps.diskFull, error) !== null
      if (!isAway) throw error
      if (last.commit) sent.push(last.commit)
      await new Promise(resolve => setTimeout(resolve, 250))
    }
  }
}

/**
 * `sent`: commits that may have gone through. Where none has by now, none will: what is written here moves the version
 * that they were decided on. `last` takes the one that is sent now.
 */
async function commitOnce(
  deps: Deps,
  turn: Turn,
  { sent, last }: { sent: Commit[]; last: { commit?: Commit } },
): Promise<Commit | null> {
  const { lease, sessionId, hint } = turn
  lease.listen()
  if (turn.outcomes.some(isProgress)) deps.renewals.progressed(sessionId)
  const since = momentBy(deps.leaseClock)
  const stored = await writeSession<Commit | null>(deps, { sessionId, hint }, async write => {
    const isOthers = turn.doubtful && write.row.leaseHolder !== deps.processLock.holder
    const stored = isOthers ? undefined : await findStored(write, sent)
    if (stored) {
      if (stored.move.do !== 'rest') extendLease(deps, write)
      return { ...stored, lease: { ...stored.lease, version: write.row.version } }
    }
    if (turn.doubtful) return null
    const heldLease = await holdLease(deps, write, lease.epoch)
    if (heldLease === 'lost') {
      lease.lose()
      return refuse('session_busy', 'The lease was lost.')
    }
    if (heldLease === 'taken') return null
    last.commit = await step(deps, write, { ...turn, heldLease })
    return last.commit
  })
  if (stored === null || stored instanceof Refusal) return null
  lease.renewed({ ...stored.lease, since })
  return stored
}

/** A Call or a Request has ended. An attempt that is followed by another one is none. */
function isProgress(outcome: TaskOutcome): boolean {
  if (outcome.kind === 'failed') return !outcome.failure.retryable
  return ['answered', 'performed', 'summarised', 'hook_reply'].includes(outcome.kind)
}

/** The one of these commits that the rows tell of, if nobody took the lease since. */
async function findStored({ row, sql }: Write, sent: Commit[]): Promise<Commit | undefined> {
  for (const commit of sent) {
    const link = commit.link()
    if (link && row.leaseEpoch === commit.lease.epoch && (await hasLink(sql, { ...link, chain: row.id })))
      return commit
  }
  return undefined
}

/** The loop begins in the commit of an input that made something to do. Null where somebody else holds the session. */
export async function beginWith(deps: Deps, write: Write, lease: Lease): Promise<Commit | null> {
  const heldLease = await holdLease(deps, write, null)
  if (heldLease === 'lost' || heldLease === 'taken') return null
  return step(deps, write, {
    lease,
    outcomes: [],
    running: { request: false, calls: new Set() },
    heldLease,
  })
}

async function step(
  deps: Deps,
  write: Write,
  turn: Pick<Turn, 'lease' | 'outcomes' | 'running' | 'last'> & { heldLease: LeaseGrant },
): Promise<Commit> {
  const { heldLease, lease } = turn
  const { seq } = write.row
  const { absentSince } = heldLease
  const run = write.work.atWork?.run
  if (lease.epoch === null && run?.activeSince) {
    // The active time of a Run is time in which somebody worked on it: not that in which no process was there, nor what a
    // clock that was set back has still before it.
    const wasAbsent = absentSince !== undefined && run.activeSince < absentSince
    const activeMs = run.activeMs + (wasAbsent ? msBetween(run.activeSince, absentSince) : 0)
    if (wasAbsent || run.activeSince > write.now)
      changeRun(write, { before: run, after: { ...run, activeMs, activeSince: write.now } })
  }
  const holderGone = lease.epoch === null ? heldLease.holderGone : lease.holderGone
  for (const outcome of turn.outcomes) await storeOutcome(deps, write, { outcome, holderGone })
  const { last, running } = turn
  const move: LoopMove =
    last === 'give back'
      ? releaseLease(write, write.now)
      : last === 'keep'
        ? { do: 'wait', until: undefined }
        : await takeNextStep(deps, write, running)
  const { version, progressAt = write.now } = write.row
  const silentMs = Math.max(0, msBetween(progressAt, write.now))
  return {
    move,
    now: write.now,
    lease: { epoch: heldLease.epoch, version, holderGone, silentMs },
    link: () => (write.row.seq > seq ? { seq: write.row.seq, hash: write.row.head } : null),
  }
}
