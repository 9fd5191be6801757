import type { ModelMessage } from '@/lib/domain/call/solution'
import { wordsOf } from '@/lib/domain/run/attachment'
import { excerpt, type Fault } from '../fault'
import type { Model, ModelRequest } from '../model'
import { type Cue, type ReadScript, readScript } from './replay-script'
import { scriptedFailure, scriptedSolution } from './scripted-solution'
import { type Sleep, type Speech, speak, speechPause } from './speak'

/**
 * Answers by the last script among the person's messages. Which entry is next follows from the history and the
 * failures of this Request alone, so that a process that crashed picks the same one again.
 */
export const createReplay =
  ({ sleep }: { sleep: Sleep }): Model =>
  async request => {
    if (request.purpose === 'compaction')
      return play(summaryCue(request), { request, position: request.failures, sleep })
    const { read, answered } = findScript(request.messages)
    const position = answered + request.failures
    return play(cueAt(read, position), { request, position, sleep })
  }

function cueAt(read: ReadScript, position: number): Cue {
  if (read.kind === 'no_script') return { text: USAGE }
  if (read.kind === 'faulty') return { text: faulty(read.errors) }
  const { turns, repeat } = read.script
  return turns[position] ?? (repeat ? turns.at(-1) : undefined) ?? { text: exhausted(turns.length) }
}

/** `answered`: the entries used up by answers in the history, compacted or not, and the failures before each. */
function findScript(messages: ModelMessage[]): { read: ReadScript; answered: number } {
  let answered = 0
  for (const [back, message] of messages.toReversed().entries()) {
    if (message.role === 'assistant') answered += 1 + message.failures
    if (message.role !== 'user') continue
    const read = readScript(wordsOf(message.text))
    if (read.kind === 'no_script') continue
    const before = messages.at(-2 - back)
    const leftOut = before?.role === 'user' ? (before.replies ?? 0) : 0
    return { read, answered: answered + leftOut }
  }
  return { read: { kind: 'no_script' }, answered }
}

const PIECES = 1000

type Playing = { request: ModelRequest; position: number; sleep: Sleep }

async function play(cue: Cue, { request, position, sleep }: Playing) {
  const fault = cue.fault ? FAULTS[cue.fault](request) : null
  if (fault?.when === 'before') {
    const early = await speechPause(cue.delayMs ?? 0, request, sleep)
    return scriptedFailure(request, early ?? fault.fault, '')
  }
  const text = (cue.text ?? '') + (cue.raw ?? '')
  const calls = (cue.calls ?? []).map(({ name: tool, arguments: args = {} }, i) => ({
    id: `replay_${request.messages.length}_${position}_${i}`,
    tool,
    argumentsText: typeof args === 'string' ? args : JSON.stringify(args),
  }))
  const speeches: Speech[] = [
    { kind: 'reasoning', text: cue.reasoning ?? '' },
    { kind: 'text', text },
    ...calls.map(call => ({ kind: 'call' as const, call })),
  ]
  const pace = { beforeMs: cue.delayMs ?? 0, betweenMs: cue.chunkMs ?? 0, pieces: PIECES }
  const spoken = await speak(speeches, pace, { request, sleep })
  if (spoken.fault) return scriptedFailure(request, spoken.fault, spoken.text)
  if (fault?.fault.kind === 'silence') {
    const silence = await speechPause(request.idleMs, request, sleep)
    return scriptedFailure(request, silence ?? fault.fault, spoken.text)
  }
  if (fault) return scriptedFailure(request, fault.fault, spoken.text)
  return scriptedSolution(request, { text, reasoning: cue.reasoning, calls, isCut: cue.fault === 'length' })
}

type PlannedFault = { when: 'before' | 'after'; fault: Fault } | null

const refused = (
  status: number,
  message: string,
  more: { code?: string; headers?: Record<string, string> } = {},
): PlannedFault => ({
  when: 'before',
  fault: {
    kind: 'refused',
    status,
    errorBody: { words: message, codes: more.code ? [more.code] : [], body: '' },
    headers: more.headers ?? {},
  },
})

/** `before`: nothing of the answer was sent. */
const FAULTS: Record<NonNullable<Cue['fault']>, (request: ModelRequest) => PlannedFault> = {
  http_500: () => refused(500, 'A scripted failure.'),
  rate_limit: () => refused(429, 'A scripted rate limit.', { headers: { 'retry-after': '1' } }),
  overflow: () => refused(400, 'A scripted overflow.', { code: 'context_length_exceeded' }),
  disconnect: () => ({ when: 'after', fault: { kind: 'broken_off' } }),
  eof: () => ({ when: 'after', fault: { kind: 'unfinished', contentType: 'text/event-stream' } }),
  bad_json: () => ({ when: 'after', fault: { kind: 'unreadable', words: 'A line of it is not JSON.' } }),
  hang: ({ idleMs }) => ({ when: 'after', fault: { kind: 'silence', ms: idleMs } }),
  length: () => null,
}

const USAGE = `This is scripted:replay. It is no language model: it answers with what you script.

Send a message that is nothing but JSON like this; each Request takes the next entry of "turns":

{"turns": [
  {"text": "I will write a file.", "calls": [{"name": "write_file", "arguments": {"path": "notes.md", "content": "Hello"}}]},
  {"text": "Done."}
]}

An entry may hold text, reasoning, calls, raw (text that is streamed as it is), delayMs, chunkMs and fault (${Object.keys(FAULTS).join(', ')}). With "repeat": true the last entry is used again and again. "compaction" holds entries of the same kind for when a summary of earlier messages is asked for.`

const faulty = (errors: string[]): string =>
  `This script for scripted:replay cannot be used:\n\n${errors.map(error => `- ${error}`).join('\n')}`

const exhausted = (entries: number): string =>
  `The script is used up: ${entries === 1 ? 'its one entry was' : `all ${entries} entries were`} played. Send another one, or add "repeat": true to go on with its last entry.`

/**
 * How the scripted models answer a request for a summary: with the `compaction` of the last script, one entry per
 * attempt and the last one repeatedly; else with the beginning of what people said.
 */
function summaryCue({ messages, failures }: Pick<ModelRequest, 'messages' | 'failures'>): Cue {
  const quotes = messages.flatMap(message => quotesOf(message.text))
  for (const text of quotes.toReversed()) {
    const read = readScript(text)
    const cues = read.kind === 'script' ? read.script.compaction : undefined
    if (cues) return cues[failures] ?? cues.at(-1) ?? {}
  }
  const leaving = messages.map(({ text }) => text.split(NEWEST)[0] ?? '')
  return { text: mechanical([...leaving.flatMap(earlierIn), ...leaving.flatMap(quotesOf)]) }
}

/** What follows stays in view. */
const NEWEST = '\n\nThe newest message of the person'

const mechanical = (lines: string[]): string =>
  [
    'Critical context',
    'This summary was made by a small program, which is no language model. The person wrote:',
    ...lines.map(text => `- ${excerpt(text.replaceAll(/\s+/g, ' '))}`),
  ].join('\n')

/** What people said in a text to be summarised. */
const quotesOf = (text: string): string[] =>
  [...text.matchAll(/<message from="person">\n([\s\S]*?)\n<\/message>/g)].map(([, quote = '']) => quote)

/** The lines of an earlier summary made in this way. */
const earlierIn = (text: string): string[] =>
  [...text.matchAll(/<message from="earlier summary">\n([\s\S]*?)\n<\/message>/g)].flatMap(
    ([, summary = '']) => summary.split('\n').flatMap(line => (line.startsWith('- ') ? [line.slice(2)] : [])),
  )
