import { summaryRequest } from '@/lib/context/summary-request'
import { historyOf } from '@/lib/store/compaction'
import { askedBy, askModel } from './ask-model'
import { reasonOf } from './begin-compaction'
import type { Deps } from './deps'
import { Hearing } from './hearing'
import { knownModel } from './known-models'
import { maskedAnswer } from './masked-answer'
import type { Happening, TaskOf } from './task'
import { whereToCut } from './where-to-cut'

/** Characters of a summary, and the share of what it stands for. */
const MOST_CHARS = 8_000
const LEAST_CHARS = 200
const SHARE = 0.6

/** Asks the model for a summary of what is to leave its view. Nothing is written here, and nothing is told on its way. */
export async function summarise(
  deps: Deps,
  task: TaskOf<'request'>,
  signal: AbortSignal,
): Promise<Happening> {
  const { run, session } = task
  const [history, known] = await Promise.all([
    historyOf(deps.db, session.id),
    knownModel(deps, deps.db, run.overrides.model ?? session.model),
  ])
  const window = known?.contextWindow
  const place = whereToCut(history, { why: reasonOf(run), session, window })
  const number = run.openRequest?.number ?? 0
  if (!place) return { kind: 'not_compacted', runId: run.id, number }
  const messages = history.messages.map(({ message }) => message)
  const [dropped, kept] = [messages.slice(0, place.at), messages.slice(place.at)]
  const most = mostChars(place)
  const sent = summaryRequest({ dropped, kept, most, window })
  const asked = askedBy(task, { ...sent, briefed: null, tools: [], size: null })
  const hearing = new Hearing({
    ...{ dialect: 'auto' as const, offered: [], isOff: true, newId: deps.newId },
    onDelta: () => {
      asked.firstTokenAt ??= new Date().toISOString()
    },
  })
  const asking = askModel(deps, { task, asked, messages: sent.messages, known, signal, onDelta: hearing.add })
  const answer = hearing.end(await maskedAnswer(deps, session.id, await asking))
  if (answer.kind === 'failure') return { ...answer, kind: 'failed', asked }
  const { solution } = answer
  const summary = solution.text.trim().slice(0, most).toWellFormed()
  return { kind: 'summarised', asked, solution, summary, history, place }
}

/** It must be shorter than what it stands for, else it frees nothing. */
function mostChars({ before, kept, why }: NonNullable<ReturnType<typeof whereToCut>>): number {
  const least = why === 'asked' || why === 'messages' ? 2_000 : LEAST_CHARS
  return Math.min(MOST_CHARS, Math.max(least, Math.floor((before.chars - kept.chars) * SHARE)))
}
