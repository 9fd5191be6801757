import { addUsage } from '@/lib/domain/add-usage'
import type { RunRow } from '@/lib/domain/run'
import type { Solution } from '@/lib/domain/solution'
import { storable } from '@/lib/domain/storable'
import { changeRun } from './change-run'
import type { Deps } from './deps'
import { recordRequest } from './record-request'
import { storeCalls } from './store-calls'
import type { Asked, Happening } from './task'
import { addEntry, addNotice } from './transcript'
import type { Write } from './write'

type Answered = Extract<Happening, { kind: 'answered' }>

/** A Solution becomes rows: the Request's record, the model's words, its Calls as they are born. */
export async function storeAnswer(
  deps: Deps,
  write: Write,
  about: { run: RunRow; answered: Answered },
): Promise<void> {
  const { run } = about
  const answered = inStorableWords(about.answered)
  const { asked, solution } = answered
  if (run.openRequest?.number !== asked.number) return
  const { finish, usage } = solution
  const received = receivedIn(about.answered)
  await recordRequest(write, { id: deps.newId(), asked, received, finishReason: finish, usage })
  write.row.usage = addUsage(write.row.usage, usage)
  const ended = { runId: run.id, number: asked.number, model: asked.model }
  write.emit('request.ended', { ...ended, usage, finishReason: finish })
  await storeWords(deps, write, { run, answered })
  for (const call of answered.dropped) {
    const reason = `A call to ${call.tool} was dropped: ${DROPPED[finish]}`
    write.emit('parse.issue', {
      runId: run.id,
      number: asked.number,
      reason,
      excerpt: excerptOf(call.argumentsText),
    })
  }
  if (answered.proposals.length > 0) {
    const from = { origin: 'model' as const, run, request: asked.number }
    await storeCalls(deps, write, { from, proposals: answered.proposals })
  }
  await changeRun(write, { before: run, after: afterAnswer(run, asked, solution) })
}

/** The record and the message that goes back to the provider have the very words; people read storable ones. */
function inStorableWords(answered: Answered): Answered {
  const { message, ...words } = answered.solution
  return {
    ...answered,
    solution: { ...storable(words), message },
    dropped: storable(answered.dropped),
  }
}

function receivedIn({ solution, dropped }: Answered): unknown {
  const { text, reasoning, calls, message } = solution
  return { text, reasoning, calls, message, dropped }
}

const DROPPED: Record<Solution['finish'], string> = {
  stop: 'tools were off.',
  calls: 'tools were off.',
  length: 'the reply met the output limit.',
  filtered: 'the provider filtered the reply.',
}

const excerptOf = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

async function storeWords(
  deps: Deps,
  write: Write,
  { run, answered }: { run: RunRow; answered: Answered },
): Promise<void> {
  const { text, reasoning, message, finish } = answered.solution
  if (text !== '' || reasoning || message.calls.length > 0) {
    const said = { id: deps.newId(), runId: run.id, kind: 'assistant' as const, text, reasoning }
    const told = { ...message, failures: answered.asked.failures }
    const entry = await addEntry(write, said, told)
    write.emit('message.ended', { entry }, entry)
  }
  if (finish !== 'length' || run.cutOffs > 0) return
  const notice = 'The reply met the output limit; the model was asked to go on.'
  const further = 'Your reply met the output limit. Go on where it ended.'
  const goOn = { role: 'user' as const, text: further, aside: true as const }
  await addNotice(write, { id: deps.newId(), runId: run.id, text: notice, message: goOn })
}

/** The Run after an answer: what it counts, and whether the answer ends it. */
function afterAnswer(run: RunRow, asked: Asked, solution: Solution): RunRow {
  const after: RunRow = {
    ...run,
    requests: run.requests + (asked.purpose === 'loop' ? 1 : 0),
    usage: addUsage(run.usage, solution.usage),
    openRequest: undefined,
    lastFailure: undefined,
    summarised: run.summarised || asked.purpose === 'cap_summary',
    cutOffs: run.cutOffs + (solution.finish === 'length' ? 1 : 0),
  }
  return asked.purpose === 'cap_summary' ? after : { ...after, answer: answerOf(after, solution) }
}

function answerOf(run: RunRow, solution: Solution): RunRow['answer'] {
  if (solution.finish === 'filtered') {
    return {
      stopReason: 'error',
      error: 'The provider filtered the reply. Say it another way, or use another model.',
    }
  }
  if (solution.finish === 'length') {
    const error =
      'The reply met the output limit twice. Ask for less at once, or raise the limit of the model.'
    return run.cutOffs > 1 ? { stopReason: 'error', error } : undefined
  }
  if (solution.calls.length > 0) return undefined
  return { stopReason: solution.text.trim() === '' ? 'silent' : 'final_text' }
}
