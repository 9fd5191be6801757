import type { CompactionReason } from '@/lib/domain/run/compaction'
import type { RunRow } from '@/lib/domain/run/run'
import type { Deps } from '../process/deps'
import { beginAsking } from '../request/begin-request'
import type { RequestTask } from '../request/request-task'
import { changeRun } from '../write/change-run'
import type { Write } from '../write/write'
import { SWITCHED_OFF, trim } from './trim'

/**
 * The conversation is to be summarised: a Request of its own begins. Where summaries are switched off earlier
 * messages are left out at once, and there is nothing more to do: null.
 */
export async function beginCompaction(deps: Deps, write: Write, run: RunRow): Promise<RequestTask | null> {
  const why = reasonOf(run)
  if (!run.openRequest && !write.row.compaction.enabled) {
    await trim(deps, write, { run, why, because: SWITCHED_OFF })
    changeRun(write, { before: run, after: { ...run, compact: 'done' } })
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
