import { callsIn, isDeclaration, isToolName } from '../call-object'
import type { OfferedTool, ToolInvocation } from '../dialect'
import {
  attributeArguments,
  elementArguments,
  elementsIn,
  objectOf,
  propertiesByName,
  schemaOf,
  writtenAs,
} from '../elements'
import { behindSeparator, membersOf, skipSpace, valueAt } from '../json-scan'
import type { GrammarMatch } from '../reading/grammar'
import { matchAt, THOUGHTS_HERE } from '../reading/marks'
import { closingAt, closingFrom, type Opening, openingAt } from './opening'
import { beginsPerlCall, perlCallAt } from './program-calls'
import { shortCalls } from './short-calls'

const BROKEN = 'A call was announced, and its JSON is broken or cut off.'
const UNENDED = 'A call began and never ended.'
const NONE = 'A call was announced, and what follows is none.'
const NAMELESS = 'A call was announced, and its JSON has no name of a tool.'

/** Reads what an opening announces in a whole reply. */
export function readCalls(text: string, outer: Opening, offered: OfferedTool[]): GrammarMatch | null {
  const opening = innermost(text, outer)
  if (opening.kind === 'invoke' && opening.isEmpty)
    return { end: opening.body, calls: [{ tool: opening.tool, argumentsText: '{}' }] }
  const from = bodyOf(text, opening)
  const begins = text[from] ?? ''
  const isJson = begins === '{' || (begins === '[' && !openingAt(text, from) && !closingAt(text, from))
  if (isJson && opening.kind !== 'invoke') return readJson(text, { opening, from, offered })
  if (isTools(opening)) return null
  const isStructure = opening.kind === 'invoke' || (begins === '<' && !closingAt(text, from))
  return isStructure
    ? readStructure(text, { opening, from, offered })
    : readWords(text, { opening, from: behindThoughts(text, opening.body), offered })
}

/** A list of tools usually declares them; it is a list of Calls only if it contains nothing else. */
const isTools = (opening: Opening): boolean => opening.kind === 'tag' && opening.alias === 'tools'

/** Thoughts within the tag of a Call belong to no argument. */
const behindThoughts = (text: string, at: number): number =>
  at + (matchAt(THOUGHTS_HERE, text, at)?.[0].length ?? 0)

/** Nested or repeated openings count as one. */
function innermost(text: string, outer: Opening): Opening {
  let opening = outer
  for (;;) {
    if (opening.kind === 'invoke' || isTools(opening)) return opening
    const next = openingAt(text, bodyOf(text, opening))
    if (!next || isTools(next)) return opening
    opening = next
  }
}

type CallSpan = { opening: Opening; from: number; offered: OfferedTool[] }

/** What models write before the JSON of a Call: a fence inside the tag, or a few words. */
const FENCE_BEFORE = /\s*(?:(?:`{3,}|~{3,})\w*\s*)?/y
const WORDS_BEFORE = /[^{[<`~]{0,200}/y

function bodyOf(text: string, opening: Opening): number {
  const { kind } = opening
  const body = behindThoughts(text, opening.body)
  if (kind === 'invoke' || isTools(opening)) return skipSpace(text, body)
  const from =
    kind === 'fence' ? skipSpace(text, body) : body + (matchAt(FENCE_BEFORE, text, body)?.[0].length ?? 0)
  const behind = from + (matchAt(WORDS_BEFORE, text, from)?.[0].length ?? 0)
  const isAnnounced = text[behind] === '{' || text[behind] === '[' || behind === text.length
  return isAnnounced ? behind : from
}

/** One or several JSON objects after an opening; the end may be missing. */
function readJson(text: string, span: CallSpan): GrammarMatch | null {
  const { from, opening } = span
  const isList = isTools(opening)
  if (isList && text[from] === '[') return null
  const calls: ToolInvocation[] = []
  let end = from
  for (let at = from; text[at] === '{' || text[at] === '['; at = behindSeparator(text, end)) {
    const value = valueAt(text, at)
    const jsonCalls = value === null || (isList && isDeclaration(value)) ? null : callsIn(value)
    if (!jsonCalls && calls.length === 0) return unread(text, span, value)
    if (value === null && text[at] === '{') return { end, calls, issue: BROKEN, isLast: true }
    if (value === null || !jsonCalls) break
    calls.push(...jsonCalls)
    end = at + value.length
  }
  const behind = behindClosing(text, end, opening)
  return isList && behind === end && skipSpace(text, end) < text.length ? null : { end: behind, calls }
}

/** What begins like JSON but is not a Call. */
function unread(text: string, span: CallSpan, value: string | null): GrammarMatch | null {
  const { opening, from } = span
  if (isTools(opening)) return null
  if (beginsPerlCall(text, from)) return readPerl(text, from)
  // A name may precede it: `[tool(…)]`, `tool({…})`.
  const mayBeShort = text[from] === '[' || (value !== null && from > opening.body)
  const close = mayBeShort ? closingFrom(text, from, opening.kind === 'fence') : null
  const calls = close && shortCalls(text.slice(opening.body, close.at), span.offered)
  if (calls) return { end: close.end, calls }
  if (value === null) return { end: text.length, issue: BROKEN, isLast: true }
  return { end: behindClosing(text, from + value.length, opening), issue: NAMELESS }
}

const PERL_END = /\s*(?:\[\/TOOL_CALLS?\]|\/TOOL_CALL\b|<\/[\w:-]{1,30}>)?/iy

/** A Call in Perl syntax; `from`: its brace. */
export function readPerl(text: string, from: number): GrammarMatch {
  const call = perlCallAt(text, from)
  if (!call) return { end: text.length, issue: BROKEN, isLast: true }
  const { tool, argumentsText } = call
  const end = call.end + (matchAt(PERL_END, text, call.end)?.[0].trimEnd().length ?? 0)
  return { end, calls: [{ tool, argumentsText }] }
}

const FENCE_END = /\s*(?:`{3,}|~{3,})[ \t]*(?=\n|$|<\/|\[\/)/y

/** The place after an end that follows at once, if there is one. */
function behindClosing(text: string, at: number, opening: Opening): number {
  const fence = at + (matchAt(FENCE_END, text, at)?.[0].length ?? 0)
  const start = skipSpace(text, fence)
  const closing = closingAt(text, start)
  if (closing > 0) return start + closing
  const isFenced =
    opening.kind === 'fence' || /^\s*(?:```|~~~)/.test(text.slice(opening.body, opening.body + 300))
  return isFenced ? fence : at
}

/** How many ends are tried: code in an element may contain ends, too. */
const MOST_ENDS = 16

/** Elements after an opening, up to the first end that makes them complete. */
function readStructure(text: string, { opening, from, offered }: CallSpan): GrammarMatch {
  const isFence = opening.kind === 'fence'
  let close = closingFrom(text, from, isFence)
  for (let tries = 0; close && tries < MOST_ENDS; tries += 1) {
    const call = structured(text.slice(from, close.at), opening, offered)
    if (call) return { end: close.end, calls: [call] }
    close = closingFrom(text, close.end, isFence)
  }
  const call = close ? null : structured(text.slice(from), opening, offered)
  if (call) return { end: text.length, calls: [call] }
  return { end: text.length, issue: close ? NONE : UNENDED, isLast: true }
}

const structured = (body: string, opening: Opening, offered: OfferedTool[]): ToolInvocation | null =>
  opening.kind === 'invoke'
    ? namedCall(opening.tool, body, offered)
    : elementCall(body.replace(/^\s*```\w*|```\s*$/g, ''), offered)

/** A Call in a short form, up to its end. */
function readWords(text: string, { opening, from, offered }: CallSpan): GrammarMatch {
  const close = closingFrom(text, from, opening.kind === 'fence')
  if (!close) return { end: text.length, issue: UNENDED, isLast: true }
  const read = opening.kind === 'function' ? functionCall : shortCalls
  const calls = read(text.slice(from, close.at), offered)
  return { end: close.end, ...(calls ? { calls } : { issue: NONE }) }
}

const META = /^(think|thinking|thought|analysis|reasoning|reflection)$/i

/** A Call written as elements: `<tool><argument>…`, `<tool>{…}</tool>` or `<name>…</name><arguments>…`. */
function elementCall(body: string, offered: OfferedTool[]): ToolInvocation | null {
  const parts = elementsIn(body)
  const [first] = parts ?? []
  if (!parts || !first || META.test(first.name)) return null
  const name = parts.find(part => /^(name|tool|tool_name)$/i.test(part.name))
  const args = parts.find(part => /^(arguments|parameters|args|input|params)$/i.test(part.name))
  if (name && parts.every(part => part === name || part === args))
    return namedCall(name.body.trim(), args?.body ?? '', offered)
  if (parts.length > 1) return null
  const attributes = first.attributes.filter(([key]) => !OF_A_CALL.test(key))
  if (attributes.length === 0) return namedCall(first.name, first.body, offered)
  if (first.body.trim() !== '' || !isToolName(first.name)) return null
  const tool = offered.find(({ name: offeredTool }) => offeredTool === first.name)
  return { tool: first.name, argumentsText: attributeArguments(attributes, tool) }
}

/** What an attribute says of the Call, and not to the tool. */
const OF_A_CALL = /^(?:id|type|format|call_id|tool_call_id)$/i

/** A Call with a known name and its arguments: an object, or one element per argument. */
function namedCall(tool: string, body: string, offered: OfferedTool[]): ToolInvocation | null {
  const offeredTool = offered.find(({ name }) => name === tool)
  const argumentsText = elementArguments(body, offeredTool)
  if (!isToolName(tool) || argumentsText === null || lacksOne(body, argumentsText, offeredTool)) return null
  return { tool, argumentsText }
}

/** Whether a parameter never ended, and the next one stands in its value. */
function lacksOne(body: string, argumentsText: string, tool: OfferedTool | undefined): boolean {
  const names = [...body.matchAll(/^[ \t]*<parameter=([\w.-]{1,64})>/gm)].map(([, name = '']) => name)
  const members = membersOf(argumentsText)
  return names.some(name => schemaOf(propertiesByName(tool?.schema), name) && !members?.has(name))
}

/** `name <code>key>value</code>`, with one line per argument; a value may continue on further lines. */
function functionCall(body: string, offered: OfferedTool[]): ToolInvocation[] | null {
  const [head, tool = ''] = /^\s*([\w-]{1,64})\s*(?:<code>)?/.exec(body) ?? []
  const offeredTool = offered.find(({ name }) => name === tool)
  if (head === undefined || !offeredTool) return null
  const rest = body.slice(head.length).trimEnd()
  const code = head.endsWith('<code>') && rest.endsWith('</code>') ? rest.slice(0, -'</code>'.length) : null
  if (code === null) return rest === '' && !head.endsWith('<code>') ? [{ tool, argumentsText: '{}' }] : null
  const properties = propertiesByName(offeredTool.schema)
  const values: [string, string[]][] = []
  for (const line of code.trim().split('\n')) {
    const at = line.indexOf('>')
    const key = line.slice(0, Math.max(at, 0)).trim()
    if (Object.hasOwn(properties, key)) values.push([key, [line.slice(at + 1)]])
    else if (values.length > 0) values.at(-1)?.[1].push(line)
    else if (line.trim() !== '') return null
  }
  const members = values.map(([key, lines]): [string, string] => [
    key,
    writtenAs(lines.join('\n').trim(), schemaOf(properties, key)),
  ])
  return [{ tool, argumentsText: objectOf(members) }]
}
