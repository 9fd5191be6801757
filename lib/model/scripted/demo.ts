import * as z from 'zod'
import type { ModelMessage, ProposedCall, ResultMessage } from '@/lib/domain/call/solution'
import { wordsOf } from '@/lib/domain/run/attachment'
import { excerpt } from '../fault'
import type { Model, ModelRequest } from '../model'
import { type DemoRequest, demoLanguage, readDemoMessage } from './demo-requests'
import { DEMO_WORDS, type DemoOutcome, type DemoWords } from './demo-words'
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
  const { earlier, results, message, language } = sinceLastAnswer(request.messages)
  const words = DEMO_WORDS[language]
  const report = results.length > 0 ? reportOf(results, earlier, words) : ''
  if (message === undefined) return { text: report || words.nothingNew, calls: [] }
  const { requests, leftovers } = readDemoMessage(message)
  const planned = plan(requests, request, words)
  const rest = requests.length === 0 && report === '' ? words.whatItIs : notUnderstood(leftovers, words)
  return { text: [report, planned.text, rest].filter(Boolean).join('\n\n'), calls: planned.calls }
}

function sinceLastAnswer(messages: ModelMessage[]) {
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  const own = messages[last]
  const later = messages.slice(last + 1)
  const asked = later.findLast(isAsked)
  const latest = asked ?? messages.findLast(isAsked)
  return {
    earlier: own?.role === 'assistant' ? own.calls : [],
    results: later.filter(message => message.role === 'result'),
    message: asked && wordsOf(asked.text),
    /** What came of an earlier request is told in the language of that one. */
    language: demoLanguage(latest ? wordsOf(latest.text) : ''),
  }
}

const isAsked = (message: ModelMessage): message is Extract<ModelMessage, { role: 'user' }> =>
  message.role === 'user' && !message.aside

type PlannedCall = Pick<ProposedCall, 'tool' | 'argumentsText'>

function plan(requests: DemoRequest[], { messages, tools, toolChoice }: DemoInput, words: DemoWords): Answer {
  const offered = new Set(toolChoice === 'none' ? [] : tools.map(({ name }) => name))
  const calls: ProposedCall[] = []
  const will: string[] = []
  const cannot: string[] = []
  for (const request of requests) {
    const planned = request.kind === 'append' ? null : planOne(request)
    if (!planned) cannot.push(words.cannot(request, words.wouldReplace))
    else if (!offered.has(planned.tool)) cannot.push(words.cannot(request, words.notOffered(planned.tool)))
    else {
      will.push(words.will(request))
      calls.push({ id: `demo_${messages.length}_${calls.length}`, ...planned })
    }
  }
  if (cannot.length > 0 && offered.size === 0) cannot.push(words.noTools)
  const text = [...(will.length > 0 ? [words.willAll(inARow(will, words.and))] : []), ...cannot].join('\n\n')
  return { text, calls }
}

function planOne(request: Exclude<DemoRequest, { kind: 'append' }>): PlannedCall {
  switch (request.kind) {
    case 'create': {
      const { path, content } = request
      return invoke('write_file', { path, content })
    }
    case 'replace': {
      const { path, old, all } = request
      return invoke('edit_file', { path, old, new: request.new, ...(all ? { all } : {}) })
    }
    case 'read':
      return invoke('read_file', { path: request.path })
    case 'list':
      return invoke('list_files', request.path === undefined ? {} : { path: request.path })
  }
}

const invoke = (tool: string, args: Record<string, unknown>): PlannedCall => ({
  tool,
  argumentsText: JSON.stringify(args),
})

const inARow = (texts: string[], and: string): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${and} ${texts.at(-1)}`

const notUnderstood = (leftovers: string[], words: DemoWords): string =>
  leftovers.length === 0 ? '' : `${words.notUnderstood}\n\n${blockQuote(leftovers.map(excerpt).join('\n'))}`

/** Reports the outcome of the Calls, based on their Results. */
function reportOf(results: ResultMessage[], calls: ProposedCall[], words: DemoWords): string {
  const lines = results.map(result => {
    const call = calls.find(({ id }) => id === result.callId)
    const outcome = outcomeOf(result)
    return `${nameOf(result.tool, call)}: ${words.outcomes[outcome]}.${quoted(words.detail(result, outcome), words)}`
  })
  return lines.length === 1 ? lines.join('') : `${words.report}\n\n${lines.join('\n\n')}`
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

function outcomeOf({ text, isError }: ResultMessage): DemoOutcome {
  if (NOT_RUN.test(text) || (isError && HELD_BACK.test(text))) return 'notRun'
  if (ANSWERED.test(text)) return 'answered'
  if (isError) return 'failed'
  return CHANGED.test(text) ? 'changed' : 'done'
}

const SHOWN = 800

/** After the outcome if it is one plain line; else as a quotation, in which nothing is read as a call. */
function quoted(text: string, words: DemoWords): string {
  const whole = text.trim()
  if (whole === '') return ''
  const chars = [...whole]
  const shown =
    chars.length > SHOWN ? `${chars.slice(0, SHOWN).join('')}… (${words.length(chars.length)})` : whole
  return /[\n<`]/.test(shown) ? `\n\n${blockQuote(shown)}` : ` ${shown}`
}

/** A text as a Markdown quotation. */
const blockQuote = (text: string): string =>
  text
    .split('\n')
    .map(line => `> ${line}`.trimEnd())
    .join('\n')
