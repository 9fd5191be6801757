import type { RunRow } from '@/lib/domain/run/run'
import { nextRecovery, type Recovery, recoveryDelayMs } from '@/lib/domain/run/work-state'
import type { Write } from '../write/write'

/**
 * A Run that is stalled or stuck is to be recovered, and its session's record says so, once. Like all that the loop writes
 * it holds for this version and epoch of the session only. Tells in how many milliseconds.
 */
export function requestRecovery(
  write: Write,
  { run, state }: { run: RunRow; state: Recovery['state'] },
): number {
  const { row, now } = write
  const { recovery: before, progressAt } = row
  if (before?.runId === run.id && before.state === state && !before.isDone) return 0
  row.recovery = nextRecovery(before, { runId: run.id, state, at: now }, progressAt)
  tell(write, row.recovery, 'requested')
  return recoveryDelayMs(row.recovery.count)
}

/** It was, where it was to be. */
export function endRecovery(write: Write, state: Recovery['state']): void {
  const { recovery } = write.row
  if (recovery?.state !== state || recovery.isDone) return
  write.row.recovery = { ...recovery, isDone: true }
  tell(write, recovery, 'completed')
}

const tell = ({ emit, row }: Write, { runId, state, count }: Recovery, recovery: 'requested' | 'completed') =>
  emit('health.changed', { runId, state, count, recovery, epoch: row.leaseEpoch })
