import type { CompactionReason } from '@/lib/domain/compaction'
import type { RunRow } from '@/lib/domain/run'
import { beginAsking } from './begin-request'
import { changeRun } from './change-run'
import type { Deps } from './deps'
import type { Task } from './task'
import { SWITCHED_OFF, trim } from './trim'
import type { Write } from './write'

/**
 * The conversation is to be summarised: a Request of its own begins. Where summaries are switched off earlier
 * messages are left out at once, and there is nothing more to do: null.
 */
export async function beginCompaction(deps: Deps, write: Write, run: RunRow): Promise<Task | null> {
  const why = reasonOf(run)
  if (!run.openRequest && !write.row.compaction.enabled) {
    await trim(deps, write, { run, why, because: SWITCHED_OFF })
    await changeRun(write, { before: run, after: { ...run, compact: 'done' } })
    return null
  }
  const isNew = (run.openRequest?.attempts ?? 0) === 0
  const task = await beginAsking(write, { before: run, run, purpose: 'compaction' })
  const number = task.run.openRequest?.number
  if (isNew && number !== undefined) write.emit('context.compacting', { runId: run.id, number, why })
  return task
}

/** Why a Run is to compact; one that was set to for no known reason was asked. */
export const reasonOf = ({ compact }: RunRow): CompactionReason =>
  compact === undefined || compact === 'done' ? 'asked' : compact
