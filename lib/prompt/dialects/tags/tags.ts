import { callIn, stringOf } from '../call-object'
import {
  type DialectFormat,
  type OfferedTool,
  readWhole,
  type ToldResult,
  type ToolInvocation,
} from '../dialect'
import { isJson, itemsOf, membersOf, skipSpace, valueAt } from '../json-scan'
import { described, toldIssues, withoutTags } from '../protocol-text'
import type { Grammar, GrammarMatch, GrammarResult, ReplySource } from '../reading/grammar'
import { matchAt } from '../reading/marks'
import { ReplyScan } from '../reading/reply-scan'
import {
  ALIASES,
  announcementIn,
  isCallFence,
  mayBecomeBracket,
  openingAt,
  speaksOfCall,
  strayAt,
} from './opening'
import { beginsPerlCall } from './program-calls'
import { readCalls, readPerl } from './read-calls'
import { pathed } from './short-calls'

const FORM = '<tool_call>{"name": "tool_name", "arguments": {"parameter": "value"}}</tool_call>'

const RIGHT = `Write a call like this, with the whole of its JSON between the tags, and not within a code block or a quote:\n${FORM}`

export const tags: DialectFormat = {
  name: 'tags',
  instructions: tools => `To use a tool, write a call in your reply, exactly like this:

${FORM}

Several calls may stand in one reply; they run in their order. The JSON is one object with "name" and "arguments". Text beside the calls is shown to the user. Do not write a call in a code block or a quote: there it is only text. Stop after your calls: you are told the results in the next message, as <tool_result name="tool_name">…</tool_result>. Never write a result yourself. A reply without calls is your answer, and ends the work.

The tools, each with the JSON schema of its arguments:

${described(tools)}`,
  reader: tools => new ReplyScan('tags', tagsGrammar(tools)),
  readWhole: (text, tools) => readWhole(new ReplyScan('tags', tagsGrammar(tools)), text),
  renderCalls: ({ text, calls }) => [text, ...calls.map(rendered)].filter(part => part !== '').join('\n'),
  renderResults: results => `[Tool results]\n${results.map(result).join('\n')}`,
  observation: reply => toldIssues(reply, RIGHT),
}

const rendered = ({ tool, argumentsText }: ToolInvocation): string =>
  `<tool_call>{"name": ${JSON.stringify(tool)}, "arguments": ${isJson(argumentsText) ? argumentsText : JSON.stringify(argumentsText)}}</tool_call>`

const result = ({ tool, text, isError }: ToldResult): string =>
  `<tool_result name="${tool.replace(/[<>"&]/g, '')}"${isError ? ' status="error"' : ''}>\n${withoutTags(text)}\n</tool_result>`

/**
 * The Calls in the text of a reply, in any known spelling. Only what a tag, a fence or a bracket announces can be a
 * Call, or a line that names an offered tool and its parameter: bare JSON, prose, quotes and code are text.
 */
function tagsGrammar(offered: OfferedTool[]): Grammar {
  /** A fence around a tag is open: its end is dropped or kept together with the tag. */
  let fenced: 'taken' | 'kept' | null = null
  return {
    tags: [...ALIASES, 'function'],
    speaksOfCall,
    announcementIn: (prose, answer) => announcementIn(prose, answer, offered),
    atMark: (source, at) => {
      if (source.text[at] === '[' && /[^/t]/i.test(source.text[at + 1] ?? '')) return null
      if (mayBecomeBracket(source, at)) return 'more'
      const closing = strayAt(source.text, at)
      const opening = closing > 0 ? null : openingAt(source.text, at)
      if (!opening && closing === 0) return null
      if (!source.isWhole) return 'more'
      return opening ? readCalls(source.text, opening, offered) : strayEnds(source.text, at, offered)
    },
    atLine: (source, at) => perlLine(source, at) ?? parameterLine(source, at, offered),
    atBeginning: (source, at) => wholeReply(source, at, offered),
    atFence: ({ text, isWhole }, { at, body, language }) => {
      if (language === '' && fenced) {
        const says = fenced === 'kept' ? { says: text.slice(at, body) } : {}
        fenced = null
        return { end: body, ...says }
      }
      if (!isCallFence(language)) return null
      if (!isWhole) return 'more'
      const match = readCalls(text, { kind: 'fence', at, body }, offered)
      const isAroundTag = match && openingAt(text, skipSpace(text, body))
      if (isAroundTag) fenced = match.issue === undefined ? 'taken' : 'kept'
      return match
    },
  }
}

const STRAY = 'A call ended that had not begun.'

/** Ends without a beginning: noise before or after a Call, reported anywhere else. */
function strayEnds(text: string, at: number, offered: OfferedTool[]): GrammarMatch {
  let end = at
  let index = at
  for (let length = strayAt(text, at); length > 0; length = strayAt(text, index)) {
    end = index + length
    index = skipSpace(text, end)
  }
  const opening = openingAt(text, index)
  const next = opening && readCalls(text, opening, offered)
  if (next?.calls) return next
  return { end, issue: STRAY, isBehindCall: true }
}

const PERL = /[ \t]*TOOL_CALL\s*(?=\{)/y
const PERL_AS_YET = /^[ \t]*(?:T|TO|TOO|TOOL|TOOL_|TOOL_C|TOOL_CA|TOOL_CAL|TOOL_CALL\s*)$/

function perlLine({ text, isWhole }: ReplySource, at: number): GrammarResult {
  if (!isWhole && text.length - at < 200 && PERL_AS_YET.test(text.slice(at))) return 'more'
  const brace = at + (matchAt(PERL, text, at)?.[0].length ?? 0)
  if (brace === at) return null
  if (!isWhole) return 'more'
  return beginsPerlCall(text, brace) ? readPerl(text, brace) : null
}

const PATH = /[ \t]*([\w-]{1,64})(?=\/[\w.-]{1,64}>)/y
const PATH_AS_YET = /^[ \t]*([\w-]{1,64})(\/[\w.-]{0,64})?$/

/** A line of `tool/parameter>value`. */
function parameterLine({ text, isWhole }: ReplySource, at: number, offered: OfferedTool[]): GrammarResult {
  if (!isWhole && text.length - at < 200) {
    const [, name = '', path] = PATH_AS_YET.exec(text.slice(at)) ?? []
    const mayBe = offered.some(tool => (path === undefined ? tool.name.startsWith(name) : tool.name === name))
    if (name !== '' && mayBe) return 'more'
  }
  const [whole, name] = matchAt(PATH, text, at) ?? []
  const tool = offered.find(candidate => candidate.name === name)
  if (whole === undefined || !tool) return null
  const end = text.indexOf('\n', at)
  if (end === -1 && !isWhole) return 'more'
  const line = text.slice(at + whole.length, end === -1 ? text.length : end)
  const argumentsText = pathed(line, tool)
  return argumentsText === null
    ? null
    : { end: at + whole.length + line.length, calls: [{ tool: tool.name, argumentsText }] }
}

/** The first key of a message in the format of the chat API. */
const BEGINS = /^\{\s*"(?:tool_calls|content|role|reasoning_content|refusal)"/
const BEGINS_AS_YET = /^\{\s*(?:"[a-z_]*)?$/

/** A reply that is a message of the chat API, and nothing else: its `tool_calls`, if all of them are offered. */
function wholeReply({ text, isWhole }: ReplySource, at: number, offered: OfferedTool[]): GrammarResult {
  const beginning = text.slice(at, at + 100)
  if (!BEGINS.test(beginning)) return !isWhole && BEGINS_AS_YET.test(beginning) ? 'more' : null
  if (!isWhole) return 'more'
  const value = valueAt(text, at)
  if (value === null || text.slice(at + value.length).trim() !== '') return null
  const members = membersOf(value)
  const items = itemsOf(members?.get('tool_calls') ?? '') ?? []
  if (items.length === 0) return null
  const calls = items.flatMap(item => callIn(item.text) ?? [])
  const offeredCalls = calls.filter(call => offered.some(({ name }) => name === call.tool))
  if (offeredCalls.length < items.length)
    return { end: text.length, issue: 'One of the tool_calls has no tool that is offered.' }
  return { end: text.length, calls, says: stringOf(members?.get('content')) ?? '' }
}
