import type { Instant } from '@/lib/domain/instant'
import type { RunRow } from '@/lib/domain/run/run'
import { paused } from '@/lib/domain/run/run-changes'
import { changeRun } from '../write/changes'
import type { Write } from '../write/write'
import type { RunningNames, Task } from './running-tasks'

/**
 * Sets the session down: gives the lease back and says when to wake, in the commit that found nothing to do. It holds
 * only if no fact came since that was read; what comes after it sends its own wake.
 */
export function releaseLease(write: Write, { wakeAt }: { wakeAt?: Instant | undefined }): LoopMove {
  write.row.leaseHolder = undefined
  write.row.leaseUntil = undefined
  write.row.wakeAt = wakeAt
  return { do: 'rest', until: wakeAt }
}

/** A Run that waits for people does not work, and its clock stands still. */
export function pauseRun(write: Write, run: RunRow): RunRow {
  if (run.status === 'waiting') return run
  return changeRun(write, { before: run, after: paused(run, write.now), as: 'run.waiting' })
}

/** What the loop does after it has looked: begin Tasks, wait for those in hand, drop some, or rest until a time. */
export type LoopMove =
  | { do: 'work'; tasks: Task[]; until: Instant | undefined }
  | { do: 'wait'; until: Instant | undefined }
  | { do: 'abort'; what: RunningNames }
  | { do: 'rest'; until: Instant | undefined }
