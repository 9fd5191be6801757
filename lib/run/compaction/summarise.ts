import { summaryRequest } from '@/lib/context/summary-request'
import { withoutPictures } from '@/lib/context/without-pictures'
import type { Solution } from '@/lib/domain/call/solution'
import type { RunRow } from '@/lib/domain/run/run'
import { addUsage } from '@/lib/domain/run/spending'
import { storable } from '@/lib/json/json-value'
import { type Placement, whereToCut, windowOf } from '@/lib/run/request/context-size'
import { recordRequest } from '@/lib/run/request/record-request'
import { changeRun } from '@/lib/run/write/changes'
import type { Write } from '@/lib/run/write/write'
import { historyOf, type StoredHistory } from '@/lib/store/session/compaction'
import type { Deps } from '../process/deps'
import { askedBy, askModel } from '../request/ask-model'
import { knownModel } from '../request/known-models'
import { maskedAnswer } from '../request/masked-answer'
import { ReplyReader } from '../request/reply-reader'
import type { FailureOutcome, RequestTask, SentRequest } from '../request/request-task'
import { reasonOf, trim } from './begin-compaction'
import { storeCut } from './store-cut'

/** What came of asking for a summary. */
export type SummaryOutcome =
  | Summary
  | FailureOutcome
  | { kind: 'not_compacted'; runId: string; number: number }

/** A summary of the messages that lie before a place. */
export type Summary = {
  kind: 'summarised'
  request: SentRequest
  solution: Solution
  summary: string
  history: StoredHistory
  place: Placement
}

const NOTHING_YET = { text: 0, reasoning: 0, arguments: 0 }

/** Characters of a summary, and the share of what it stands for. */
const MOST_CHARS = 8_000
const LEAST_CHARS = 200
const SHARE = 0.6

/** Asks the model for a summary of what is to leave its view. Nothing is written here, and of the answer nothing is told on its way. */
export async function summarise(deps: Deps, task: RequestTask, signal: AbortSignal): Promise<SummaryOutcome> {
  const { run, session } = task
  const model = run.overrides.model ?? session.model
  const [history, known] = await Promise.all([
    historyOf(deps.sql, session.id),
    knownModel(deps, deps.db, model),
  ])
  const window = windowOf(known?.contextWindow, { meter: session.meter, model })
  const place = whereToCut(history, { why: reasonOf(run), session, window })
  const number = run.openRequest?.number ?? 0
  if (!place) return { kind: 'not_compacted', runId: run.id, number }
  const messages = history.messages.map(({ message }) => withoutPictures(message))
  const [dropped, kept] = [messages.slice(0, place.at), messages.slice(place.at)]
  const most = mostChars(place)
  const chars = window && Math.floor((2 * window) / Math.max(1, session.meter?.ratio ?? 1))
  const sent = summaryRequest({ dropped, rest: kept, most, chars })
  const request = askedBy(task, { ...sent, briefed: null, tools: [], size: null })
  const hearing = new ReplyReader({
    dialect: 'auto' as const,
    offered: [],
    isOff: true,
    newId: deps.newId,
    compute: deps.compute,
    onDelta: () => {
      request.firstTokenAt ??= new Date().toISOString()
    },
  })
  const progress = { runId: run.id, number, attempt: request.attempts, chars: NOTHING_YET }
  deps.bus.publish({ kind: 'progress', sessionId: session.id, data: progress })
  const asking = askModel(deps, {
    task,
    request,
    messages: sent.messages,
    known,
    signal,
    onDelta: hearing.add,
  })
  const answer = await hearing.end(await maskedAnswer(deps, session.id, await asking))
  if (answer.kind === 'failure') return { ...answer, kind: 'failed', request }
  const { solution } = answer
  const summary = solution.text.trim().slice(0, most).toWellFormed()
  return { kind: 'summarised', request, solution, summary, history, place }
}

/** It must be shorter than what it stands for, else it frees nothing. */
function mostChars({ before, after: kept, why }: NonNullable<ReturnType<typeof whereToCut>>): number {
  const least = why === 'asked' || why === 'messages' ? 2_000 : LEAST_CHARS
  return Math.min(MOST_CHARS, Math.max(least, Math.floor((before.chars - kept.chars) * SHARE)))
}

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
