import { callsAt, type Named } from '../call-object'
import { elementArguments } from '../elements'
import { type Inert, inertIn } from '../inert'
import { skipSpace } from '../json-scan'
import type { OfferedTool, Span, Spoken, SpokenCall, SpokenIssue } from '../spoken'
import { elementCall } from './element-call'
import { closingFrom, type Opening, openingsIn, strayClosings } from './opening'

/**
 * The Calls in the text of a reply, in whatever of the known spellings, and what is left of it. Only what a tag, a
 * fence or a bracket announces can be a Call: bare JSON, prose, quotes and code are text.
 */
export function parseTags(reply: string, offered: OfferedTool[]): Spoken {
  const inert = inertIn(reply)
  const calls: SpokenCall[] = []
  const issues: SpokenIssue[] = []
  const gone: Span[] = []
  let behind = 0
  for (const opening of openingsIn(reply, inert)) {
    if (opening.at < behind) continue
    const read = readCalls(reply, opening, offered)
    if (read.kind === 'none') continue
    behind = read.end
    if (read.kind === 'wrapper') {
      gone.push([opening.at, read.end])
      continue
    }
    const span: Span = [opening.at, read.end]
    if (read.kind === 'issue') issues.push({ reason: read.reason, span })
    else {
      gone.push(span)
      calls.push(...read.calls.map(call => ({ ...call, span })))
    }
  }
  const strays = strayClosings(reply).filter(
    ([at]) => !isWithin(at, [...gone, ...inert.map(({ span }) => span)]),
  )
  return { ...leftOf(reply, { inert, gone: [...gone, ...strays] }), calls, issues }
}

const isWithin = (at: number, spans: Span[]): boolean => spans.some(([from, to]) => from <= at && at < to)

const WRAPPED = /^\s*<(?:invoke\s+name\s*=|(?:tool_calls?|toolcall|tool-call|function_call)\s*>)/i

type Read =
  | { kind: 'calls'; calls: Named[]; end: number }
  | { kind: 'issue'; reason: string; end: number }
  /** Around the announcement of the Calls themselves. */
  | { kind: 'wrapper'; end: number }
  | { kind: 'none' }

function readCalls(reply: string, opening: Opening, offered: OfferedTool[]): Read {
  const written = readObjects(reply, opening)
  if (written) return written
  if (WRAPPED.test(reply.slice(opening.body, opening.body + 300)))
    return { kind: 'wrapper', end: opening.body }
  const close = closingFrom(reply, opening.body)
  const isDeclaration = opening.kind === 'tag' && opening.alias === 'tools'
  if (isDeclaration) return { kind: 'none' }
  // What is not whole may hold anything within its strings, also what looks like a Call.
  if (/^\s*[{[]/.test(reply.slice(opening.body, opening.body + 300)))
    return {
      kind: 'issue',
      reason: 'A call was announced, and its JSON is broken or cut off.',
      end: reply.length,
    }
  if (!close) return { kind: 'issue', reason: 'A call began and never ended.', end: opening.body }
  const body = reply.slice(opening.body, close.at)
  const call =
    opening.kind === 'invoke'
      ? invoked(opening.tool, body, offered)
      : elementCall(body.replace(/^\s*(?:```\w*)?|```\s*$/g, ''), offered)
  if (call) return { kind: 'calls', calls: [call], end: close.end }
  return { kind: 'issue', reason: 'A call was announced, and what follows is none.', end: close.end }
}

function invoked(tool: string, body: string, offered: OfferedTool[]): Named | null {
  const argumentsText = elementArguments(
    body,
    offered.find(({ name }) => name === tool),
  )
  return argumentsText === null ? null : { tool, argumentsText }
}

/** What models write before the JSON of a Call: spaces, a fence within the tag, or a few words. */
const BEFORE = /\s*(?:(?:```|~~~)\w*\s*)?/y
const WORDS_BEFORE = /[^{[<]{0,200}/y

/** One or several objects of JSON behind an opening; what ends them may be missing. */
function readObjects(reply: string, opening: Opening): Read | null {
  if (opening.kind === 'invoke') return null
  BEFORE.lastIndex = opening.body
  BEFORE.test(reply)
  WORDS_BEFORE.lastIndex = BEFORE.lastIndex
  WORDS_BEFORE.test(reply)
  const from = WORDS_BEFORE.lastIndex
  const calls: Named[] = []
  let end = from
  for (let at = from; reply[at] === '{' || reply[at] === '['; at = skipBetween(reply, end)) {
    const found = callsAt(reply, at)
    if (!found) break
    calls.push(...found.calls)
    end = found.end
  }
  if (calls.length === 0) return null
  return { kind: 'calls', calls, end: behindClosing(reply, end) }
}

function skipBetween(reply: string, at: number): number {
  const place = skipSpace(reply, at)
  return reply[place] === ',' ? skipSpace(reply, place + 1) : place
}

const CLOSE_HERE = /\s*(?:(?:```|~~~)[`~]*)?\s*(?:<\/[\w:-]{1,30}\s*>|\[\/TOOL_CALLS?\])?/iy

/** Behind the end that follows at once, if there is one. */
function behindClosing(reply: string, at: number): number {
  CLOSE_HERE.lastIndex = at
  const [whole = ''] = CLOSE_HERE.exec(reply) ?? []
  return whole.trim() === '' ? at : at + whole.length
}

/** The reply without its Calls; thoughts apart. */
function leftOf(reply: string, { inert, gone }: { inert: Inert[]; gone: Span[] }) {
  const thoughts = inert.filter(({ kind }) => kind === 'thought')
  const reasoning = thoughts.map(({ inner }) => reply.slice(...inner).trim()).join('\n\n')
  const cut = [...gone, ...thoughts.map(({ span }) => span)].sort((one, other) => one[0] - other[0])
  let text = ''
  let at = 0
  for (const [from, to] of cut) {
    text += reply.slice(at, Math.max(at, from))
    at = Math.max(at, to)
  }
  return { text: (text + reply.slice(at)).trim(), reasoning }
}
