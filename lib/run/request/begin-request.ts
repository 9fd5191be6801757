import { limitNote, mindNotes } from '@/lib/context/mind-notes'
import type { Call } from '@/lib/domain/call/call'
import type { ModelMessage } from '@/lib/domain/call/solution'
import type { QueueItem } from '@/lib/domain/run/message'
import type { OpenRequest, RunRow } from '@/lib/domain/run/run'
import { active, cutOffAttempt } from '@/lib/domain/run/run-changes'
import { changeRun } from '@/lib/run/write/changes'
import { planAndStateOf } from '@/lib/store/memory/plan-and-state'
import type { Words } from '@/lib/text/words/phrase'
import { updateCallHistory } from '../calls/loop-guard'
import type { Deps } from '../process/deps'
import { addNotice } from '../write/add-entry'
import type { Write } from '../write/write'
import type { RequestTask } from './request-task'
import { addQueuedInput } from './start-run'

/** A Request begins: the model is warned of a loop, what people said meanwhile is taken in, and it is told what it needs to know. */
export async function beginRequest(
  deps: Pick<Deps, 'newId'>,
  write: Write,
  inputs: { run: RunRow; calls: Call[]; steering: QueueItem[]; tools: 'offered' | 'off' },
): Promise<RequestTask> {
  const deeds = await updateCallHistory(deps, write, inputs)
  await addQueuedInput(deps, write, { run: inputs.run, items: inputs.steering })
  const run = { ...inputs.run, deeds }
  if (!run.openRequest) await announceContext(deps, write, { run, isLast: inputs.tools === 'off' })
  return beginAsking(write, {
    before: inputs.run,
    run,
    purpose: inputs.tools === 'off' ? 'cap_summary' : 'loop',
  })
}

/** A Request that was begun before, and failed or was cut off by a crash, goes on under its number. */
export async function beginAsking(
  write: Write,
  { before, run, purpose }: { before: RunRow; run: RunRow; purpose: OpenRequest['purpose'] },
): Promise<RequestTask> {
  const number = write.row.requests + 1
  const open = run.openRequest ?? { number, purpose, failures: 0, attempts: 0, startedAt: write.now }
  const begun = { ...open, attempts: open.attempts + 1 }
  const answer = purpose === 'compaction' ? run.answer : undefined
  const lastFailure = cutOffAttempt(run) ?? run.lastFailure
  const asking = { ...active(run, write.now), openRequest: begun, retryAt: undefined, answer, lastFailure }
  changeRun(write, { before, after: asking })
  if (!run.openRequest) {
    write.row.requests = begun.number
    const model = run.overrides.model ?? write.row.model
    write.emit('request.started', { runId: run.id, number: begun.number, model })
  }
  return { do: 'request', run: asking, session: write.row }
}

/**
 * Tells the model within the conversation what it is not told there yet, behind all that was said: its place is here
 * from now on. What changes later is told where it changes.
 */
async function announceContext(
  deps: Pick<Deps, 'newId'>,
  write: Write,
  { run, isLast }: { run: RunRow; isLast: boolean },
): Promise<void> {
  const tell = (words: Words, message: ModelMessage) =>
    addNotice(write, { id: deps.newId(), runId: run.id, words, message })
  if (!write.row.oriented) {
    const mind = await planAndStateOf(write.db, write.row.id)
    for (const message of mindNotes({ ...mind, mode: write.row.mode }))
      await tell({ code: TOLD[message.note] }, message)
    write.row.oriented = true
  }
  if (isLast) await tell({ code: 'notice.sumUp', params: { count: run.limits.requests } }, limitNote())
}

const TOLD = { mode: 'notice.toldPlanning', plan: 'notice.toldPlan', state: 'notice.toldState' } as const
