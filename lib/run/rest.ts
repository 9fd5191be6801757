import type { Instant } from '@/lib/domain/instant'
import type { RunRow } from '@/lib/domain/run'
import { paused } from '@/lib/domain/run-changes'
import { changeRun } from './change-run'
import type { Next } from './next'
import type { Write } from './write'

/**
 * Sets the session down: gives the lease back and says when to wake. This happens under the row lock, after
 * the look that found nothing to do, in the same transaction: a fact either came before that look and was
 * seen, or comes after it and sends its own wake.
 */
export function rest(write: Write, given: { wakeAt?: Instant | undefined }): Next {
  write.row.leaseHolder = undefined
  write.row.leaseUntil = undefined
  write.row.wakeAt = given.wakeAt
  return { do: 'rest', until: given.wakeAt }
}

/** A Run that waits for people does not work, and its clock stands still. */
export async function pause(write: Write, run: RunRow): Promise<RunRow> {
  if (run.status === 'waiting') return run
  return changeRun(write, { before: run, after: paused(run, write.now), as: 'run.waiting' })
}
