import type { RunRow } from '@/lib/domain/run/run'
import { addUsage } from '@/lib/domain/run/spending'
import { storable } from '@/lib/json/storable'
import type { Deps } from '../process/deps'
import { recordRequest } from '../request/record-request'
import { changeRun } from '../write/change-run'
import type { Write } from '../write/write'
import { storeCut } from './store-cut'
import type { Summary } from './summarise'
import { trim } from './trim'

/** A summary takes the place of what it stands for. An empty one is none: earlier messages are left out without. */
export async function storeSummary(
  deps: Deps,
  write: Write,
  { run, summarised }: { run: RunRow; summarised: Summary },
): Promise<void> {
  const { request, solution, history, place } = summarised
  if (run.openRequest?.number !== request.number) return
  const { usage, finish, text, reasoning, message } = solution
  const received = { text, reasoning, calls: [], message }
  recordRequest(write, { id: deps.newId(), request, received, finishReason: finish, usage })
  write.row.usage = addUsage(write.row.usage, usage)
  const ended = { runId: run.id, number: request.number, model: request.model }
  write.emit('request.ended', { ...ended, usage, finishReason: finish })
  const summary = storable(summarised.summary)
  if (summary !== '') await storeCut(deps, write, { run, history, place, replacement: { summary } })
  else await trim(deps, write, { run, why: place.why, because: 'The summary was empty.' })
  const after = { ...compacted(run), usage: addUsage(run.usage, usage) }
  changeRun(write, { before: run, after })
}

/** A compaction is over, whatever came of it: until the model has answered there is not to be another one. */
export const compacted = (run: RunRow): RunRow => ({
  ...run,
  openRequest: undefined,
  retryAt: undefined,
  lastFailure: undefined,
  compact: 'done',
})

/** There was nothing to compact after all: the Request that was begun for it was never sent. */
export async function dropCompaction(write: Write, run: RunRow, number: number): Promise<void> {
  if (run.openRequest?.number !== number) return
  const model = run.overrides.model ?? write.row.model
  write.emit('request.ended', { runId: run.id, number, model, finishReason: 'aborted' })
  changeRun(write, { before: run, after: compacted(run) })
}
