import type { ModelMessage, ProposedCall, ResultMessage } from '@/lib/domain/call/solution'
import { wordsOf } from '@/lib/domain/run/attachment'
import { startOf } from '@/lib/text/truncate'
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

const ENGLISH = {
  whatItIs:
    'I am scripted:demo, a small program and no language model. I can create, change, read and list files. Try “create notes.md with Hello”. For anything else, connect a model: press “Connect a model”, or set a provider’s key in the environment.',
  nothingNew: 'There is nothing new for me to do.',
  notUnderstood: 'I did not understand this:',
  notOffered: (tools: string) =>
    `These tools are not offered to me here: ${tools}. Turn them on in the session’s settings, or choose the dialect Auto or Native.`,
  report: 'Here is what happened.',
  willDo: (requests: string) => `I will ${requests}.`,
  verbs: { create: 'create', replace: 'change', read: 'read', list: 'list the files' },
  inFolder: 'in',
  outcomes: {
    done: 'done',
    changed: 'done, with a change',
    answered: 'answered by a person',
    failed: 'failed',
    notRun: 'not run',
  },
}

const RUSSIAN: typeof ENGLISH = {
  whatItIs:
    'Я scripted:demo — небольшая программа, а не языковая модель. Я умею создавать, менять, читать и показывать файлы. Попробуйте: «создай notes.md с текстом Привет». Для всего остального подключите модель: нажмите «Подключить модель» или задайте ключ провайдера в переменных окружения.',
  nothingNew: 'Для меня пока нет ничего нового.',
  notUnderstood: 'Этого я не понял:',
  notOffered: tools =>
    `Этих инструментов у меня здесь нет: ${tools}. Включите их в настройках сессии или выберите диалект «Авто» или «Собственный».`,
  report: 'Вот что получилось.',
  willDo: requests => `Сейчас ${requests}.`,
  verbs: { create: 'создам', replace: 'изменю', read: 'прочитаю', list: 'покажу файлы' },
  inFolder: 'в',
  outcomes: {
    done: 'готово',
    changed: 'готово, с изменением',
    answered: 'ответил человек',
    failed: 'не получилось',
    notRun: 'не запущено',
  },
}

type Texts = typeof ENGLISH
type Answer = { text: string; calls: ProposedCall[] }
type DemoInput = Pick<ModelRequest, 'messages' | 'tools' | 'toolChoice'>

/** First the outcome of its last Calls, then what the last message asks for. */
function answer(request: DemoInput): Answer {
  const { messages } = request
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  const before = messages[last]
  const later = messages.slice(last + 1)
  const latest = messages.findLast(isRequest)
  const texts = /^\P{L}*\p{Script=Cyrillic}/u.test(latest ? wordsOf(latest.text) : '') ? RUSSIAN : ENGLISH
  const results = later.filter(message => message.role === 'result')
  const report = reportOf(results, before?.role === 'assistant' ? before.calls : [], texts)
  const lastRequest = later.findLast(isRequest)
  if (lastRequest === undefined) return { text: report || texts.nothingNew, calls: [] }
  const { requests, leftovers } = readDemoMessage(wordsOf(lastRequest.text))
  const planned = plan(requests, request, texts)
  const unread = leftovers.map(excerpt).join('\n')
  const rest = unread === '' ? '' : `${texts.notUnderstood}\n\n${blockQuote(unread)}`
  const end = requests.length === 0 && report === '' ? texts.whatItIs : rest
  return { text: [report, planned.text, end].filter(Boolean).join('\n\n'), calls: planned.calls }
}

const isRequest = (message: ModelMessage): message is Extract<ModelMessage, { role: 'user' }> =>
  message.role === 'user' && !message.aside

const TOOLS = { create: 'write_file', replace: 'edit_file', read: 'read_file', list: 'list_files' }

function plan(requests: DemoRequest[], { messages, tools, toolChoice }: DemoInput, texts: Texts): Answer {
  const offered = new Set(toolChoice === 'none' ? [] : tools.map(({ name }) => name))
  const possible = requests.filter(({ kind }) => offered.has(TOOLS[kind]))
  const calls = possible.map(({ kind, ...args }, at) => ({
    id: `demo_${messages.length}_${at}`,
    tool: TOOLS[kind],
    argumentsText: JSON.stringify('all' in args && !args.all ? { ...args, all: undefined } : args),
  }))
  const lacking = requests.map(({ kind }) => TOOLS[kind]).filter(tool => !offered.has(tool))
  const text = [
    ...(possible.length > 0 ? [texts.willDo(inARow(possible, texts))] : []),
    ...(lacking.length > 0 ? [texts.notOffered([...new Set(lacking)].join(', '))] : []),
  ]
  return { text: text.join('\n\n'), calls }
}

function inARow(requests: DemoRequest[], texts: Texts): string {
  const phrases = requests.map(request => {
    const { [request.kind]: verb } = texts.verbs
    if (request.path === undefined) return verb
    return request.kind === 'list' ? `${verb} ${texts.inFolder} ${request.path}` : `${verb} ${request.path}`
  })
  return new Intl.ListFormat(texts === RUSSIAN ? 'ru' : 'en-GB').format(phrases)
}

/** What came of the Calls, as their Results say. */
function reportOf(results: ResultMessage[], calls: ProposedCall[], texts: Texts): string {
  const lines = results.map(result => {
    const call = calls.find(({ id }) => id === result.callId)
    const [, path] = /"path":("(?:[^"\\]|\\.)+")/.exec(call?.argumentsText ?? '') ?? []
    const name = path ? `${result.tool} ${JSON.parse(path)}` : result.tool
    return `${name}: ${texts.outcomes[outcomeOf(result)]}.${quoted(detailOf(result).trim())}`
  })
  return lines.length < 2 ? lines.join('') : `${texts.report}\n\n${lines.join('\n\n')}`
}

const DENIED = /^The person denied this call; it did not run\.(?: Reason: )?/
const REFUSED = /^This call was refused; it did not run\. /
const NOT_RUN = /^Not run: /
const CHANGED = /^(?:The person changed the arguments|The person ran) [^\n]*\nResult:\n/
const ANSWERED = /^The person answered [^\n]*\n/
const HELD_BACK = /^[^\n]*\b(not run|not started|expired|skipped)\b/i

function outcomeOf({ text, isError }: ResultMessage): keyof Texts['outcomes'] {
  if (DENIED.test(text) || REFUSED.test(text) || (isError && HELD_BACK.test(text))) return 'notRun'
  if (ANSWERED.test(text)) return 'answered'
  if (isError) return 'failed'
  return CHANGED.test(text) ? 'changed' : 'done'
}

/** Of a written file the outcome says enough. */
function detailOf(result: ResultMessage): string {
  const isWritten = ['done', 'changed'].includes(outcomeOf(result)) && /^(write|edit)_file$/.test(result.tool)
  return isWritten
    ? ''
    : [DENIED, REFUSED, NOT_RUN, CHANGED, ANSWERED].reduce(
        (text, head) => text.replace(head, ''),
        result.text,
      )
}

const SHOWN_CHARS = 800

/** After the outcome if it is one plain line; else as a quotation, in which nothing is read as a call. */
function quoted(text: string): string {
  const excerpt = startOf(text, SHOWN_CHARS)
  return /[\n<`]/.test(excerpt) ? `\n\n${blockQuote(excerpt)}` : ` ${excerpt}`.trimEnd()
}

/** A text as a Markdown quotation. */
const blockQuote = (text: string): string =>
  text
    .split('\n')
    .map(line => `> ${line}`.trimEnd())
    .join('\n')
