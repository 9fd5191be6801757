import type { ModelMessage, Solution } from '@/lib/domain/call/solution'
import type { CompactionLine, CompactionReason, ContextSize } from '@/lib/domain/run/compaction'
import type { RunRow } from '@/lib/domain/run/run'
import { addUsage } from '@/lib/domain/run/spending'
import { pinned, sizeOf } from '@/lib/prompt/budget'
import {
  addFileActivity,
  type FileActivity,
  fileActivityText,
  repliesIn,
  summaryMessage,
  trimMessage,
} from '@/lib/prompt/compaction-message'
import { mindNotes } from '@/lib/prompt/mind-notes'
import { summaryRequest } from '@/lib/prompt/summary-request'
import { withoutPictures } from '@/lib/prompt/without-pictures'
import { doneBetween, openCalls } from '@/lib/store/call/file-activity'
import type { Sql } from '@/lib/store/connection/sql'
import { timeoutsOf } from '@/lib/store/installation/setting'
import {
  type ActiveCompaction,
  historyOf,
  insertCompaction,
  type StoredHistory,
} from '@/lib/store/run/compaction'
import { planAndStateOf } from '@/lib/store/session/plan-and-state'
import { pathIn } from '@/lib/text/json/json-text'
import { storable } from '@/lib/text/json/json-value'
import type { Deps } from '../process/deps'
import { askedBy, askModel, providerOf } from '../request/ask-model'
import { beginAsking } from '../request/begin-request'
import { type Placement, whereToCut, windowOf } from '../request/context-size'
import { knownModel } from '../request/known-models'
import { maskedAnswer } from '../request/masked-answer'
import { recordRequest } from '../request/record-request'
import { ReplyReader } from '../request/reply-reader'
import type { FailureOutcome, RequestTask, SentRequest } from '../request/request-task'
import { addEntry } from '../write/add-entry'
import { changeRun } from '../write/changes'
import type { Write } from '../write/write'

/** Where a history would be cut, as it is now. */
export async function placementNow(
  { models }: Pick<Deps, 'models'>,
  { sql, db, row: session }: Pick<Write, 'sql' | 'db' | 'row'>,
  { run, why }: { run: RunRow | undefined; why: CompactionReason },
) {
  const history = await historyOf(sql, session.id)
  const model = run?.overrides.model ?? session.model
  const modelInfo = await knownModel({ models }, db, model)
  const window = windowOf(modelInfo?.contextWindow, { meter: session.meter, model })
  return { history, modelInfo, window, placement: whereToCut(history, { why, session, window }) }
}

/** Leaves earlier messages out without a summary, and says so. Nothing where too little would be freed. */
export async function trim(
  deps: Deps,
  write: Write,
  cut: { run: RunRow; why: CompactionReason; because: string },
): Promise<void> {
  const { history, placement } = await placementNow(deps, write, cut)
  if (placement)
    await storeCut(write, { run: cut.run, history, placement, replacement: { because: cut.because } })
}

/** All messages leave the model's view, also what stood for earlier ones. Null where there are none. */
export async function clearContext(write: Write): Promise<string | null> {
  const history = await historyOf(write.sql, write.row.id)
  const [first, last] = [history.messages[history.placed], history.messages.at(-1)]
  if (!first || !last) return null
  const all = history.messages.map(({ message }) => message)
  const dropped = all.length - history.placed
  const cut = { at: all.length, before: sizeOf(all), after: sizeOf([]), dropped }
  const placement = { ...cut, why: 'asked' as const, from: first.seq, through: last.seq }
  return storeCut(write, { run: undefined, history, placement, replacement: { because: 'Cleared.' } })
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

/**
 * Earlier messages leave the model's view, and stay in the transcript: what takes their place is stored and shown,
 * with what was read and changed in them as the rows have it.
 */
async function storeCut(
  write: Write,
  cutting: {
    run: RunRow | undefined
    history: StoredHistory
    placement: Placement
    replacement: { summary: string } | { because: string }
  },
): Promise<string> {
  const { run, history, placement, replacement } = cutting
  const { why, from, through, dropped, before } = placement
  const activity = await fileActivityOf(write.sql, write.row.id, { cut: history.cut, through })
  const id = write.newId()
  const all = history.messages.map(({ message }) => message)
  const leaving = all.slice(0, placement.at)
  const total = dropped + (history.cut?.total ?? 0)
  // A compaction keeps the last exchange.
  const isCleared = placement.at === all.length
  const stays = isCleared ? [] : pinned(all, placement.at)
  const replies = stays.length > 0 ? repliesIn(leaving) : undefined
  const left = { id, activity, replies, dropped: total, earlier: history.cut && all[0] }
  const isSummary = 'summary' in replacement
  const text = isSummary
    ? [replacement.summary, fileActivityText(activity)].filter(Boolean).join('\n\n')
    : replacement.because
  const summary = isSummary ? summaryMessage(text, left) : trimMessage(left)
  // What the model bears in mind is told anew, as a whole: what told it of that is no longer in its view. What was recalled
  // for what the person said last stays with it.
  const mind = await planAndStateOf(write.sql, write.row.id)
  const notes: ModelMessage[] = mindNotes({ ...mind, mode: write.row.mode })
  write.row.contextAnnounced = true
  const reminder = leaving.findLast(message => message.role === 'user' && message.note === 'memory')
  if (reminder && stays.length > 0) notes.push(reminder)
  const messages = isCleared ? notes : [summary, ...stays, ...notes]
  const after = sizeOf([...messages, ...all.slice(placement.at)])
  const method = isSummary ? 'summary' : 'trim'
  const line = { method, why, dropped, before, after, from, through } satisfies CompactionLine
  const kind = isSummary ? 'summary' : 'notice'
  const entry = addEntry(write, { id, runId: run?.id, kind, text, compaction: line })
  const { inFlight: _, ...paths } = activity
  const stored = { ...line, id, seq: entry.seq, fileActivity: paths, messages, total, at: write.now }
  insertCompaction(write.rows, write.row.id, stored)
  if (isSummary) write.emit('context.compacted', { compactionId: id, before, after, method: 'summary' })
  else write.emit('context.trimmed', { compactionId: id, before, after, dropped })
  putSize(write, after)
  return id
}

/** The conversation is this long now, whatever is sent beside it. */
export function putSize(write: Write, size: ContextSize): void {
  write.row.meter = write.row.meter && { ...write.row.meter, ...size }
}

/** What was read and changed up to an Event, and what is under way now: read from rows, so that no summary forgets it. */
async function fileActivityOf(
  sql: Sql,
  sessionId: string,
  { cut, through }: { cut: ActiveCompaction | undefined; through: number },
): Promise<FileActivity> {
  const done = await doneBetween(sql, sessionId, { after: cut?.through ?? 0, through })
  const open = await openCalls(sql, sessionId)
  return addFileActivity(cut?.fileActivity ?? { read: [], changed: [] }, {
    read: done.flatMap(({ path, text }) => (path === undefined ? (pathIn(text) ?? []) : [])),
    changed: done.flatMap(({ path }) => path ?? []),
    inFlight: open.map(({ tool, state, summary }) => `${tool} (${state})${summary ? `: ${summary}` : ''}`),
  })
}

/** What came of asking for a summary. */
export type SummaryOutcome =
  | Summary
  | FailureOutcome
  | { kind: 'not_compacted'; runId: string; number: number }

type Summary = {
  kind: 'summarised'
  request: SentRequest
  solution: Solution
  summary: string
  history: StoredHistory
  placement: Placement
}

const NOTHING_YET = { text: 0, reasoning: 0, arguments: 0 }

const MOST_CHARS = 8_000
const LEAST_CHARS = 200
const SHARE = 0.6

/** Asks the model for a summary of what is to leave its view. Nothing is written here, and of the answer nothing is told on its way. */
export async function summarise(deps: Deps, task: RequestTask, signal: AbortSignal): Promise<SummaryOutcome> {
  const { run, session } = task
  const cut = await placementNow(deps, { ...deps, row: session }, { run, why: reasonOf(run) })
  const { history, modelInfo, window, placement } = cut
  const number = run.openRequest?.number ?? 0
  if (!placement) return { kind: 'not_compacted', runId: run.id, number }
  const messages = history.messages.map(({ message }) => withoutPictures(message))
  const [dropped, remaining] = [messages.slice(0, placement.at), messages.slice(placement.at)]
  // It must be shorter than what it stands for, else it frees nothing.
  const least = placement.why === 'asked' || placement.why === 'messages' ? 2_000 : LEAST_CHARS
  const share = Math.floor((placement.before.chars - placement.after.chars) * SHARE)
  const most = Math.min(MOST_CHARS, Math.max(least, share))
  const chars = window && Math.floor((2 * window) / Math.max(1, session.meter?.ratio ?? 1))
  const { compactInstructions: instructions } = run
  const sent = summaryRequest({ dropped, rest: remaining, most, chars, instructions })
  const request = askedBy(task, { ...sent, newRunContext: null, tools: [], size: null })
  const reader = new ReplyReader({
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
    modelInfo,
    timeouts: await timeoutsOf(deps.sql, providerOf(deps, request.model)),
    signal,
    onDelta: reader.add,
  })
  const answer = await reader.end(await maskedAnswer(deps, session.id, await asking))
  if (answer.kind === 'failure') return { ...answer, kind: 'failed', request }
  const { solution } = answer
  const summary = solution.text.trim().slice(0, most).toWellFormed()
  return { kind: 'summarised', request, solution, summary, history, placement }
}

/** A summary takes the place of what it stands for. An empty one is none: earlier messages are left out without. */
export async function storeSummary(
  deps: Deps,
  write: Write,
  { run, summarised }: { run: RunRow; summarised: Summary },
): Promise<void> {
  const { request, solution, history, placement } = summarised
  if (run.openRequest?.number !== request.number) return
  const { usage, finish, text, reasoning, message } = solution
  const received = { text, reasoning, calls: [], message }
  recordRequest(write, { request, received, finishReason: finish, usage })
  write.row.usage = addUsage(write.row.usage, usage)
  const ended = { runId: run.id, number: request.number, model: request.model }
  write.emit('request.ended', { ...ended, usage, finishReason: finish })
  const summary = storable(summarised.summary)
  if (summary !== '') await storeCut(write, { run, history, placement, replacement: { summary } })
  else await trim(deps, write, { run, why: placement.why, because: 'The summary was empty.' })
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
  compactInstructions: undefined,
})

/** There was nothing to compact after all: the Request that was begun for it was never sent. */
export async function dropCompaction(write: Write, run: RunRow, number: number): Promise<void> {
  if (run.openRequest?.number !== number) return
  const model = run.overrides.model ?? write.row.model
  write.emit('request.ended', { runId: run.id, number, model, finishReason: 'aborted' })
  changeRun(write, { before: run, after: compacted(run) })
}
