import type { ParsedCall, Solution } from '@/lib/domain/call/solution'
import type { Loop } from '@/lib/domain/run/loop-guard'
import type { RunRow } from '@/lib/domain/run/run'
import { failedOutcome, runOutcome } from '@/lib/domain/run/run-outcome'
import { repeatsMessage } from '@/lib/domain/run/sent-message'
import { addUsage } from '@/lib/domain/run/spending'
import { storable } from '@/lib/text/json/json-value'
import { isSilentReply } from '@/lib/text/silent-reply'
import { guardLoops, loopEnd, tellLoops } from '../calls/loop-guard'
import { sentTexts } from '../calls/settle'
import { storeCalls } from '../calls/store-calls'
import type { Deps } from '../process/deps'
import { addEntry, addNotice } from '../write/add-entry'
import { changeRun } from '../write/changes'
import type { Write } from '../write/write'
import { meterOf } from './context-size'
import { recordRequest, storeRunContext } from './record-request'
import { issueExcerpt } from './reply-reader'
import type { ReplyOutcome } from './request-task'

/** A Solution becomes rows: the Request's record, the model's words, its Calls as they are born. */
export async function storeAnswer(
  deps: Deps,
  write: Write,
  input: { run: RunRow; answered: ReplyOutcome },
): Promise<void> {
  const { request } = input.answered
  if (input.run.openRequest?.number !== request.number) return
  const { text, reasoning, calls, message } = input.answered.solution
  const received = {
    text,
    reasoning,
    calls: calls.map(withoutWords),
    message,
    dropped: input.answered.dropped.map(withoutWords),
  }
  // The record and the message that goes back to the provider have the very words; people read storable ones.
  const { message: _, ...words } = input.answered.solution
  const solution: Solution = { ...storable(words), message }
  // What only says again what the Run has sent to people already makes no bubble, as where nothing is said: the record and
  // the model keep its words.
  const isSaid = solution.calls.length === 0 && solution.finish === 'stop' && solution.text.trim() !== ''
  if (isSaid && repeatsMessage(solution.text, await sentTexts(write, input.run.id))) solution.text = ''
  const answered: ReplyOutcome = {
    ...input.answered,
    solution,
    issues: storable(input.answered.issues),
    dropped: storable(input.answered.dropped),
  }
  const run = storeRunContext(write, input.run, request)
  const { finish, usage } = solution
  recordRequest(write, { request, received, finishReason: finish, usage })
  write.row.usage = addUsage(write.row.usage, usage)
  const ended = { runId: run.id, number: request.number, model: request.model }
  const counts = { tokens: usage.inputTokens, cached: usage.cachedTokens }
  const context = meterOf(write.row.meter, { request, ...counts }) ?? undefined
  if (context) write.row.meter = context
  const firstTokenAt = request.firstTokenAt ?? undefined
  write.emit('request.ended', { ...ended, usage, finishReason: finish, firstTokenAt, context })
  await storeWords(write, { run, answered })
  await tellIssues(write, { run, answered })
  for (const call of answered.dropped) {
    const reason = `A call to ${call.tool} was dropped: ${DROPPED[finish]}`
    write.emit('parse.issue', {
      runId: run.id,
      number: request.number,
      reason,
      excerpt: issueExcerpt(call.argumentsText),
    })
  }
  const guarded = guardLoops(run, answered.proposals)
  tellLoops(write, run, guarded)
  if (guarded.proposals.length > 0) {
    const from = { origin: 'model' as const, run, request: request.number }
    await storeCalls(deps, write, { from, proposals: guarded.proposals })
  }
  changeRun(write, { before: input.run, after: afterAnswer(run, answered, guarded.stop) })
}

/** The words of a Call stand in the message already. */
const withoutWords = ({ source, ...call }: ParsedCall): unknown =>
  source ? { ...call, source: { dialect: source.dialect, span: source.span } } : call

const DROPPED: Record<Solution['finish'], string> = {
  stop: 'tools were off.',
  calls: 'tools were off.',
  length: 'the reply met the output limit.',
  filtered: 'the provider filtered the reply.',
}

async function storeWords(
  write: Write,
  { run, answered }: { run: RunRow; answered: ReplyOutcome },
): Promise<void> {
  const { reasoning, message, finish } = answered.solution
  const text = isSilentReply(answered.solution.text) ? '' : answered.solution.text
  const isCut = answered.issues.length > 0 || answered.dropped.some(({ source }) => source)
  if (text !== '' || message.text !== '' || reasoning || message.calls.length > 0) {
    const source = { runId: run.id, kind: 'assistant' as const, text, reasoning }
    const storedMessage = { ...message, failures: answered.request.failures }
    const entry = addEntry(write, source, storedMessage)
    write.emit('message.ended', { entry })
  }
  if (finish !== 'length') return
  if (answered.request.purpose === 'cap_summary')
    return void addNotice(write, { runId: run.id, codedText: { code: 'notice.summaryCut' } })
  if (run.cutOffs > 0) return
  const further = `Your reply met the output limit. Go on where it ended.${isCut ? AGAIN : ''}`
  const continuation = { role: 'user' as const, text: further, aside: true as const }
  addNotice(write, { runId: run.id, codedText: { code: 'notice.goOn' }, message: continuation })
}

const AGAIN = ' No call of it was run: write each that you want once more, as a whole.'

function afterAnswer(run: RunRow, answered: ReplyOutcome, loop: Loop | undefined): RunRow {
  const { request, solution } = answered
  const { text, finish, calls } = solution
  // Why a reply without Calls should have had some; null where it should not.
  const isTold = answered.observation !== null && !isCut(solution) && calls.length === 0
  const unread = isTold ? reasonsOf(answered.issues) : null
  const after: RunRow = {
    ...run,
    requests: run.requests + (request.purpose === 'loop' ? 1 : 0),
    usage: addUsage(run.usage, solution.usage),
    openRequest: undefined,
    lastFailure: undefined,
    summarised: run.summarised || request.purpose === 'cap_summary',
    cutOffs: run.cutOffs + (finish === 'length' ? 1 : 0),
    malformed: unread === null ? 0 : run.malformed + 1,
    overflows: 0,
    compact: run.compact === 'done' ? undefined : run.compact,
  }
  if (request.purpose === 'cap_summary') return after
  if (loop) return { ...after, answer: failedOutcome('loop_detected', loopEnd(loop)) }
  const answer = runOutcome(after, { dialect: request.dialect, finish, text, calls: calls.length, unread })
  return { ...after, answer }
}

/** One that was cut off is told of as a whole. */
const isCut = ({ finish }: Solution): boolean => finish === 'length' || finish === 'filtered'

const reasonsOf = (issues: ReplyOutcome['issues']): string =>
  [...new Set(issues.map(({ reason }) => reason))].join(' ')

/** What in a reply could not be read is told: as Events, and where it is not cut off, to the model and in the transcript. */
async function tellIssues(
  write: Write,
  { run, answered }: { run: RunRow; answered: ReplyOutcome },
): Promise<void> {
  const { request, issues, observation, solution } = answered
  for (const { reason, excerpt } of issues)
    write.emit('parse.issue', { runId: run.id, number: request.number, reason, excerpt })
  if (isCut(solution) || issues.length === 0) return
  if (observation === null) {
    if (request.purpose !== 'loop') return
    return void addNotice(write, { runId: run.id, text: reasonsOf(issues) })
  }
  const text = `${reasonsOf(issues)} ${solution.calls.length > 0 ? BESIDE : NOTHING} The model was told.`
  const message = { role: 'user' as const, text: observation, aside: true as const }
  addNotice(write, { runId: run.id, text, message })
}

const BESIDE = 'For this part of the reply nothing is run.'
const NOTHING = 'Nothing was run for this reply.'
