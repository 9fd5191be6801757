import * as z from 'zod'
import type { ModelMessage, ProposedCall, ResultMessage } from '@/lib/domain/call/solution'
import { wordsOf } from '@/lib/domain/run/attachment'
import { excerpt } from '../fault'
import type { Model, ModelRequest } from '../model'
import { type DemoRequest, readDemoMessage } from './demo-requests'
import { scriptedFailure, scriptedSolution } from './scripted-solution'
import { type Sleep, type Speech, speak } from './speak'

/** A piece every 20 ms, and no answer longer than two seconds. */
const PACE = { beforeMs: 60, betweenMs: 20 }
const PIECES = 100

/** A small program for a first look without a key. It understands a few sentences and says so. */
export const createDemo =
  ({ sleep }: { sleep: Sleep }): Model =>
  async request => {
    const { text, calls } = answer(request)
    const speeches: Speech[] = [
      { kind: 'text', text },
      ...calls.map(call => ({ kind: 'call' as const, call })),
    ]
    const pace = { ...PACE, pieces: Math.floor(PIECES / speeches.length) }
    const spoken = await speak(speeches, pace, { request, sleep })
    return spoken.fault
      ? scriptedFailure(request, spoken.fault, spoken.text)
      : scriptedSolution(request, { text, calls })
  }

type Answer = { text: string; calls: ProposedCall[] }

/** What has come since its last answer: first the outcome of its Calls, then the last message. */
type DemoInput = Pick<ModelRequest, 'messages' | 'tools' | 'toolChoice'>

function answer(request: DemoInput): Answer {
  const { earlier, results, message } = sinceLastAnswer(request.messages)
  const report = results.length > 0 ? reportOf(results, earlier) : ''
  if (message === undefined) return { text: report || NOTHING_NEW, calls: [] }
  const { requests, leftovers } = readDemoMessage(message)
  const planned = plan(requests, request)
  const rest = requests.length === 0 && report === '' ? WHAT_IT_IS : notUnderstood(leftovers)
  return { text: [report, planned.text, rest].filter(Boolean).join('\n\n'), calls: planned.calls }
}

function sinceLastAnswer(messages: ModelMessage[]) {
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  const own = messages[last]
  const later = messages.slice(last + 1)
  const asked = later.filter(message => message.role === 'user').findLast(({ aside }) => !aside)
  return {
    earlier: own?.role === 'assistant' ? own.calls : [],
    results: later.filter(message => message.role === 'result'),
    message: asked && wordsOf(asked.text),
  }
}

type PlannedCall = { says: string } & (
  | { call: Pick<ProposedCall, 'tool' | 'argumentsText'> }
  | { cannot: string }
)

function plan(requests: DemoRequest[], { messages, tools, toolChoice }: DemoInput): Answer {
  const offered = new Set(toolChoice === 'none' ? [] : tools.map(({ name }) => name))
  const calls: ProposedCall[] = []
  const will: string[] = []
  const cannot: string[] = []
  for (const planned of requests.map(planOne)) {
    if ('cannot' in planned) cannot.push(`I cannot ${planned.says}: ${planned.cannot}`)
    else if (!offered.has(planned.call.tool))
      cannot.push(`I cannot ${planned.says}: the tool ${planned.call.tool} is not offered to me here.`)
    else {
      will.push(planned.says)
      calls.push({ id: `demo_${messages.length}_${calls.length}`, ...planned.call })
    }
  }
  if (cannot.length > 0 && offered.size === 0) cannot.push(NO_TOOLS)
  const text = [...(will.length > 0 ? [`I will ${inARow(will)}.`] : []), ...cannot].join('\n\n')
  return { text, calls }
}

function planOne(request: DemoRequest): PlannedCall {
  switch (request.kind) {
    case 'create': {
      const { path, content } = request
      const says = content === '' ? `create ${path}, empty` : `create ${path}`
      return { says, call: invoke('write_file', { path, content }) }
    }
    case 'replace': {
      const { path, old, all } = request
      const call = invoke('edit_file', { path, old, new: request.new, ...(all ? { all } : {}) })
      return { says: `change ${path}`, call }
    }
    case 'read':
      return { says: `read ${request.path}`, call: invoke('read_file', { path: request.path }) }
    case 'list':
      return request.path === undefined
        ? { says: 'list the files', call: invoke('list_files', {}) }
        : { says: `list the files in ${request.path}`, call: invoke('list_files', { path: request.path }) }
    case 'append':
      return {
        says: `append to ${request.path}`,
        cannot: 'write_file would replace the whole file. Try replacing its last words with longer ones.',
      }
  }
}

const invoke = (tool: string, args: Record<string, unknown>) => ({
  tool,
  argumentsText: JSON.stringify(args),
})

const inARow = (words: string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const notUnderstood = (leftovers: string[]): string =>
  leftovers.length === 0
    ? ''
    : `I did not understand this:\n\n${blockQuote(leftovers.map(excerpt).join('\n'))}`

const NO_TOOLS =
  'No tools are offered to me. In a dialect of text they are told in words, which I do not read: choose the dialect Auto or Native for me, or play the replies with scripted:replay.'

const NOTHING_NEW = 'There is nothing new for me to do.'

const WHAT_IT_IS =
  'I am scripted:demo, a small program and no language model. Told in plain words I create, change, read and list files, as in “create notes.md with Hello”; for anything else connect a model, by “Connect a model” on the page, or by a provider’s key in the environment.'

/** Reports the outcome of the Calls, based on their Results. */
export function reportOf(results: ResultMessage[], calls: ProposedCall[]): string {
  const lines = results.map(result => {
    const call = calls.find(({ id }) => id === result.callId)
    return `${nameOf(result.tool, call)}: ${outcomeOf(result)}.${quoted(result.text)}`
  })
  return lines.length === 1 ? lines.join('') : `Here is what happened.\n\n${lines.join('\n\n')}`
}

const WithPath = z.object({ path: z.string().min(1) })

/** The tool and, where the Call names one, the path. */
function nameOf(tool: string, call: ProposedCall | undefined): string {
  const path = call && pathIn(call.argumentsText)
  return path ? `${tool} ${path}` : tool
}

function pathIn(argumentsText: string): string | null {
  try {
    return WithPath.safeParse(JSON.parse(argumentsText)).data?.path ?? null
  } catch {
    return null
  }
}

const NOT_RUN = /^(The person denied|This call was refused)\b/
const CHANGED = /^(The person changed the arguments|The person ran)\b/
const ANSWERED = /^The person answered\b/
const HELD_BACK = /^[^\n]*\b(not run|not started|expired|skipped)\b/i

function outcomeOf({ text, isError }: ResultMessage): string {
  if (NOT_RUN.test(text) || (isError && HELD_BACK.test(text))) return 'not run'
  if (ANSWERED.test(text)) return 'answered by a person'
  if (isError) return 'failed'
  return CHANGED.test(text) ? 'done, with a change' : 'done'
}

const SHOWN = 800

/** After the outcome if it is one plain line; else as a quotation, in which nothing is read as a call. */
function quoted(text: string): string {
  const whole = text.trim()
  if (whole === '') return ''
  const chars = [...whole]
  const shown =
    chars.length > SHOWN ? `${chars.slice(0, SHOWN).join('')}… (${chars.length} characters in all)` : whole
  return /[\n<`]/.test(shown) ? `\n\n${blockQuote(shown)}` : ` ${shown}`
}

/** A text as a Markdown quotation. */
export const blockQuote = (text: string): string =>
  text
    .split('\n')
    .map(line => `> ${line}`.trimEnd())
    .join('\n')
