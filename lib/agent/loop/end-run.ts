import type { Call } from '@/lib/domain/call/call'
import { isOpen } from '@/lib/domain/call/call-state'
import { isJobOverdue } from '@/lib/domain/job'
import type { QueueItem } from '@/lib/domain/run/message'
import { completionOf } from '@/lib/domain/run/next-step'
import { type Outcome, publicRun, type RunRow, type StopReason } from '@/lib/domain/run/run'
import { endedRun } from '@/lib/domain/run/run-changes'
import { endingWords } from '@/lib/domain/run/run-outcome'
import { repeatsMessage } from '@/lib/domain/run/sent-message'
import type { CodedText } from '@/lib/messages/phrase'
import { NotReadable } from '@/lib/store/connection/stored'
import { truncate } from '@/lib/text/truncate'
import { dropCalls, type Ending, sentTexts, settle, settleRemaining } from '../calls/settle'
import type { Deps } from '../process/deps'
import { reportBug } from '../process/error-fields'
import { addEntry, addNotice } from '../write/add-entry'
import { changeRun, queueRun } from '../write/changes'
import { type Write, writeSession } from '../write/write'
import { releaseLease } from './lease'

/**
 * Ends a Run, once: a Request between two attempts is over, every open Call gets its Result, and what the
 * model has not seen is not lost.
 */
export async function endRun(
  write: Write,
  ending: { run: RunRow; calls: Call[]; items: QueueItem[]; outcome: Outcome },
): Promise<RunRow> {
  const { run, outcome } = ending
  if (run.openRequest) {
    const model = run.overrides.model ?? write.row.model
    const ended = { runId: run.id, number: run.openRequest.number, model }
    write.emit('request.ended', { ...ended, finishReason: 'aborted' })
  }
  for (const call of ending.calls.filter(isOpen)) {
    const ending = ENDINGS[outcome.stopReason] ?? 'ended'
    await settle(write, { call, runId: run.id, result: settleRemaining(call, ending) })
  }
  if (outcome.stopReason === 'task_complete') {
    // What the model said of the completed task is what it says to the person. The model has it as its own Call.
    const text = completionOf(ending.calls)?.result.text
    if (text && !repeatsMessage(text, await sentTexts(write, run.id)))
      addEntry(write, { runId: run.id, kind: 'assistant', text })
  }
  const codedText =
    outcome.stopReason === 'silent'
      ? await silenceOf(write, ending)
      : endingWords(outcome.stopReason, run.limits)
  const { codedText: errorWords, ...plain } = outcome
  const notice = { runId: run.id, outcome: plain }
  if (codedText) addNotice(write, { ...notice, codedText })
  else if (outcome.error) addNotice(write, { ...notice, text: outcome.error, codedText: errorWords })
  const ended = endedRun(run, outcome, write.now)
  changeRun(write, { before: run, after: ended, as: 'run.ended' })
  // Messages that the model has not seen are dropped where a person stopped the Run, else they head the queue as a Run of
  // their own, behind the one that interrupted.
  if (ending.items.length > 0) {
    const ids = ending.items.map(item => item.id)
    const [first, second] = write.work.runs
    const heads = first === undefined ? 1 : first.position - 1
    const follows = first && second ? (first.position + second.position) / 2 : (first?.position ?? 0) + 1
    const position = outcome.stopReason === 'interrupted' ? follows : heads
    if (outcome.stopReason === 'cancelled') write.work.removeItems(ids)
    else write.work.moveItems(ids, queueRun(write, { overrides: {}, position }).id)
    write.emit('queue.changed', { items: write.work.items })
  }
  // The Run that is next is the active one from now on, for everybody who follows, though it may start later.
  const [next] = write.work.runs
  if (next?.run.status === 'queued') write.emit('run.changed', { run: publicRun(next.run) })
  return ended
}

/**
 * A Run that ends without a word says so itself, and what went wrong where that was the last that happened. One that
 * told people something in another place has said what it had to say.
 */
async function silenceOf(write: Write, { run, calls }: { run: RunRow; calls: Call[] }): Promise<CodedText> {
  if ((await sentTexts(write, run.id)).length > 0) return { code: 'notice.silentSent' }
  const failed = calls.flatMap(call => (call.state === 'settled' && call.result.isError ? [call] : [])).at(-1)
  if (!failed) return { code: 'notice.silent' }
  const { text } = truncate(failed.result.text, FAILURE_CHARS)
  return { code: 'notice.silentFailed', params: { tool: failed.tool, text } }
}

const FAILURE_CHARS = 1_000

const ENDINGS: Partial<Record<StopReason, Ending>> = {
  cancelled: 'stopped',
  interrupted: 'interrupted',
  timeout: 'timeLimit',
}

/**
 * The one place where a bug ends up: the Run ends with it, as the page says in general words, sets by people
 * are dropped, and the session is set down. Where even that fails there is nothing left but the log.
 */
export async function failRun(
  deps: Deps,
  failure: { sessionId: string; epoch: number | null; error: unknown },
): Promise<void> {
  const { sessionId, error } = failure
  let message: string
  // What cannot be read is no bug, and says itself what to do; nor is what is too large.
  if (error instanceof NotReadable) {
    deps.log('warn', 'A run met what it cannot read', { sessionId, error: error.message })
    message = error.message
  } else if (isJobOverdue(error)) {
    deps.log('warn', 'A run met what is too large', { sessionId, error: error.message })
    message = `The run met what is too large for it. ${error.message}`
  } else message = `Something broke in the server. ${reportBug(deps, 'A run failed', { sessionId, error })}`
  await writeSession(deps, { sessionId }, async write => {
    // Whoever did not come to hold the session leaves it to one who does.
    const { row, now } = write
    const isTaken = row.leaseUntil !== undefined && row.leaseUntil > now
    if (failure.epoch === null ? isTaken : row.leaseEpoch !== failure.epoch) return
    const { atWork, userSets } = write.work
    if (atWork) await endRun(write, { ...atWork, outcome: { stopReason: 'error', error: message } })
    const open = userSets.flatMap(set => set.calls.filter(isOpen))
    await dropCalls(write, open)
    return releaseLease(write, write.now)
  }).catch(error => void reportBug(deps, 'A failed run could not be ended', { ...failure, error }))
}
