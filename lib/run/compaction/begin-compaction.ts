import type { CompactionReason } from '@/lib/domain/run/compaction'
import type { RunRow } from '@/lib/domain/run/run'
import { beginAsking } from '@/lib/run/request/begin-request'
import { whereToCut, windowOf } from '@/lib/run/request/context-size'
import type { RequestTask } from '@/lib/run/request/request-task'
import { changeRun } from '@/lib/run/write/changes'
import { historyOf } from '@/lib/store/session/compaction'
import type { Deps } from '../process/deps'
import { knownModel } from '../request/known-models'
import type { Write } from '../write/write'
import { storeCut } from './store-cut'

/** Where a history would be cut, as it is in this transaction. */
export async function placeNow(
  deps: Deps,
  write: Write,
  { run, why }: { run: RunRow | undefined; why: CompactionReason },
) {
  const history = await historyOf(write.sql, write.row.id)
  const model = run?.overrides.model ?? write.row.model
  const known = await knownModel(deps, write.db, model)
  const window = windowOf(known?.contextWindow, { meter: write.row.meter, model })
  return { history, place: whereToCut(history, { why, session: write.row, window }) }
}

/** Leaves earlier messages out without a summary, and says so. Nothing where too little would be freed. */
export async function trim(
  deps: Deps,
  write: Write,
  cut: { run: RunRow; why: CompactionReason; because: string },
): Promise<void> {
  const { history, place } = await placeNow(deps, write, cut)
  if (place)
    await storeCut(deps, write, { run: cut.run, history, place, replacement: { because: cut.because } })
}

export const SWITCHED_OFF = 'Summaries are switched off for this session.'

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
