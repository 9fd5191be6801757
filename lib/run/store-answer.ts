import { ratioOf } from '@/lib/context/budget'
import { addUsage } from '@/lib/domain/add-usage'
import { answerOf } from '@/lib/domain/answer-of'
import type { ContextMeter } from '@/lib/domain/compaction'
import type { Loop } from '@/lib/domain/loop-guard'
import type { RunRow } from '@/lib/domain/run'
import { isSilentReply } from '@/lib/domain/silent-reply'
import type { SaidCall, Solution } from '@/lib/domain/solution'
import { storable } from '@/lib/domain/storable'
import type { Usage } from '@/lib/domain/usage'
import { changeRun } from './change-run'
import type { Deps } from './deps'
import { excerptOf } from './hearing'
import { guardLoops, loopEnd, tellLoops } from './loop-guard'
import { recordRequest } from './record-request'
import { storeBriefing } from './store-briefing'
import { storeCalls } from './store-calls'
import type { Answered } from './task'
import { tellIssues, unreadIn } from './tell-issues'
import { addEntry, addNotice } from './transcript'
import type { Write } from './write'

/** A Solution becomes rows: the Request's record, the model's words, its Calls as they are born. */
export async function storeAnswer(
  deps: Deps,
  write: Write,
  about: { run: RunRow; answered: Answered },
): Promise<void> {
  const answered = inStorableWords(about.answered)
  const { asked, solution } = answered
  if (about.run.openRequest?.number !== asked.number) return
  const run = await storeBriefing(write, about.run, asked)
  const { finish, usage } = solution
  const received = receivedIn(about.answered)
  await recordRequest(write, { id: deps.newId(), asked, received, finishReason: finish, usage })
  write.row.usage = addUsage(write.row.usage, usage)
  const ended = { runId: run.id, number: asked.number, model: asked.model }
  const context = meterOf(asked.size, usage)
  if (context) write.row.meter = context
  write.emit('request.ended', { ...ended, usage, finishReason: finish, ...(context ? { context } : {}) })
  await storeWords(deps, write, { run, answered })
  await tellIssues(deps, write, { run, answered })
  for (const call of answered.dropped) {
    const reason = `A call to ${call.tool} was dropped: ${DROPPED[finish]}`
    write.emit('parse.issue', {
      runId: run.id,
      number: asked.number,
      reason,
      excerpt: excerptOf(call.argumentsText),
    })
  }
  const guarded = guardLoops(run, answered.proposals)
  tellLoops(write, run, guarded)
  if (guarded.proposals.length > 0) {
    const from = { origin: 'model' as const, run, request: asked.number }
    await storeCalls(deps, write, { from, proposals: guarded.proposals })
  }
  await changeRun(write, { before: about.run, after: afterAnswer(run, answered, guarded.stop) })
}

/** What was sent, by how the provider counts. */
const meterOf = (size: Answered['asked']['size'], { inputTokens }: Usage): ContextMeter | null =>
  size && { ...size, ratio: ratioOf(inputTokens, size.tokens + size.overhead) }

/** The record and the message that goes back to the provider have the very words; people read storable ones. */
function inStorableWords(answered: Answered): Answered {
  const { message, ...words } = answered.solution
  return {
    ...answered,
    solution: { ...storable(words), message },
    issues: storable(answered.issues),
    dropped: storable(answered.dropped),
  }
}

function receivedIn({ solution, dropped }: Answered): unknown {
  const { text, reasoning, calls, message } = solution
  return { text, reasoning, calls: calls.map(withoutWords), message, dropped: dropped.map(withoutWords) }
}

/** The words of a Call stand in the message already. */
const withoutWords = ({ said, ...call }: SaidCall): unknown =>
  said ? { ...call, said: { dialect: said.dialect, span: said.span } } : call

const DROPPED: Record<Solution['finish'], string> = {
  stop: 'tools were off.',
  calls: 'tools were off.',
  length: 'the reply met the output limit.',
  filtered: 'the provider filtered the reply.',
}

async function storeWords(
  deps: Deps,
  write: Write,
  { run, answered }: { run: RunRow; answered: Answered },
): Promise<void> {
  const { reasoning, message, finish } = answered.solution
  const text = isSilentReply(answered.solution.text) ? '' : answered.solution.text
  const isCut = answered.issues.length > 0 || answered.dropped.some(({ said }) => said)
  if (text !== '' || message.text !== '' || reasoning || message.calls.length > 0) {
    const said = { id: deps.newId(), runId: run.id, kind: 'assistant' as const, text, reasoning }
    const told = { ...message, failures: answered.asked.failures }
    const entry = await addEntry(write, said, told)
    write.emit('message.ended', { entry }, entry)
  }
  if (finish !== 'length' || run.cutOffs > 0) return
  const notice = 'The reply met the output limit; the model was asked to go on.'
  const further = `Your reply met the output limit. Go on where it ended.${isCut ? AGAIN : ''}`
  const goOn = { role: 'user' as const, text: further, aside: true as const }
  await addNotice(write, { id: deps.newId(), runId: run.id, text: notice, message: goOn })
}

const AGAIN = ' No call of it was run: write each that you want once more, as a whole.'

/** The Run after an answer: what it counts, and whether the answer ends it. */
function afterAnswer(run: RunRow, answered: Answered, loop: Loop | undefined): RunRow {
  const { asked, solution } = answered
  const { text, finish, calls } = solution
  const unread = unreadIn(answered)
  const after: RunRow = {
    ...run,
    requests: run.requests + (asked.purpose === 'loop' ? 1 : 0),
    usage: addUsage(run.usage, solution.usage),
    openRequest: undefined,
    lastFailure: undefined,
    summarised: run.summarised || asked.purpose === 'cap_summary',
    cutOffs: run.cutOffs + (finish === 'length' ? 1 : 0),
    malformed: unread === null ? 0 : run.malformed + 1,
    overflows: 0,
    compact: run.compact === 'done' ? undefined : run.compact,
  }
  if (asked.purpose === 'cap_summary') return after
  if (loop) return { ...after, answer: { stopReason: 'loop_detected', error: loopEnd(loop) } }
  const answer = answerOf(after, { dialect: asked.dialect, finish, text, calls: calls.length, unread })
  return { ...after, answer }
}
