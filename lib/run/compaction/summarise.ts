import { summaryRequest } from '@/lib/context/summary-request'
import type { Solution } from '@/lib/domain/call/solution'
import { historyOf, type StoredHistory } from '@/lib/store/session/compaction'
import type { Deps } from '../process/deps'
import { askedBy, askModel } from '../request/ask-model'
import { knownModel } from '../request/known-models'
import { maskedAnswer } from '../request/masked-answer'
import { ReplyReader } from '../request/reply-reader'
import type { FailureOutcome, RequestTask, SentRequest } from '../request/request-task'
import { type Placement, whereToCut, windowOf } from '../request/where-to-cut'
import { reasonOf } from './begin-compaction'

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
  const messages = history.messages.map(({ message }) => message)
  const [dropped, kept] = [messages.slice(0, place.at), messages.slice(place.at)]
  const most = mostChars(place)
  const chars = window && Math.floor((2 * window) / Math.max(1, session.meter?.ratio ?? 1))
  const sent = summaryRequest({ dropped, rest: kept, most, chars })
  const request = askedBy(task, { ...sent, briefed: null, tools: [], size: null })
  const hearing = new ReplyReader({
    ...{ dialect: 'auto' as const, offered: [], isOff: true },
    ...{ newId: deps.newId, compute: deps.compute },
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
