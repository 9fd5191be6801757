import { callsIn, isDeclaration } from '../call-object'
import { skipSpace, valueAt } from '../json-scan'
import type { Announced, Source } from '../reading/grammar'
import { matchAt, mayBecomeTag } from '../reading/marks'
import type { Named, OfferedTool } from '../spoken'
import { elementCall, namedCall } from './element-call'
import { functionCall } from './function-call'
import { ALIASES, closingAt, closingFrom, type Opening, openingAt } from './opening'
import { beginsPerlCall, perlCallAt } from './perl-call'
import { shortCalls } from './short-calls'

const BROKEN = 'A call was announced, and its JSON is broken or cut off.'
const UNENDED = 'A call began and never ended.'
const NONE = 'A call was announced, and what follows is none.'
const NAMELESS = 'A call was announced, and its JSON has no name of a tool.'

/** As much as must have come behind a Call before it is known how it ends. */
const MARGIN = 48

/** Reads what an opening announces. */
export function readCalls(source: Source, opening: Opening, offered: OfferedTool[]): Announced {
  const { text, isWhole } = source
  if (opening.kind === 'invoke' && opening.isEmpty)
    return { end: opening.body, calls: [{ tool: opening.tool, argumentsText: '{}' }] }
  const from = bodyOf(text, opening)
  if (!isWhole && text.length - from < MARGIN && !closingAt(text, from)) {
    const waits = text.length - from < 16 || mayBecomeTag(source, from, [...ALIASES, 'function'])
    if (waits) return 'more'
  }
  const begins = text[from] ?? ''
  const isJson = begins === '{' || (begins === '[' && !openingAt(text, from) && !closingAt(text, from))
  if (isJson && opening.kind !== 'invoke') return readJson(source, { opening, from, offered })
  if (opening.kind !== 'invoke' && openingAt(text, from)) return { end: from }
  if (opening.kind === 'tag' && opening.alias === 'tools') return null
  const isStructure = opening.kind === 'invoke' || (begins === '<' && !closingAt(text, from))
  return isStructure
    ? readStructure(source, { opening, from, offered })
    : readWords(source, { opening, from: opening.body, offered })
}

type About = { opening: Opening; from: number; offered: OfferedTool[] }

/** What models write before the JSON of a Call: a fence within the tag, or a few words. */
const FENCE_BEFORE = /\s*(?:(?:`{3,}|~{3,})\w*\s*)?/y
const WORDS_BEFORE = /[^{[<`~]{0,200}/y

function bodyOf(text: string, { kind, body }: Opening): number {
  if (kind === 'invoke') return skipSpace(text, body)
  const from =
    kind === 'fence' ? skipSpace(text, body) : body + (matchAt(FENCE_BEFORE, text, body)?.[0].length ?? 0)
  const behind = from + (matchAt(WORDS_BEFORE, text, from)?.[0].length ?? 0)
  const isAnnounced = text[behind] === '{' || text[behind] === '[' || behind === text.length
  return isAnnounced ? behind : from
}

/** One or several objects of JSON behind an opening; what ends them may be missing. */
function readJson(source: Source, about: About): Announced {
  const { text, isWhole } = source
  const { from, opening } = about
  const isList = opening.kind === 'tag' && opening.alias === 'tools'
  const calls: Named[] = []
  let end = from
  for (let at = from; text[at] === '{' || text[at] === '['; at = skipBetween(text, end)) {
    const value = valueAt(text, at)
    if (value === 'cut' && !isWhole) return 'more'
    const isNone = value === 'cut' || value === 'broken' || (isList && isDeclaration(value))
    const found = isNone ? null : callsIn(value)
    if (!found && calls.length === 0) return unread(source, about, found === null ? value : '')
    if (!found && text[at] === '{' && (value === 'cut' || value === 'broken'))
      return { end, calls, issue: BROKEN, isLast: true }
    if (!found) break
    calls.push(...found)
    end = at + value.length
    if (!isWhole && text.length - skipBetween(text, end) < MARGIN) return 'more'
  }
  const behind = behindClosing(source, end, opening)
  return behind === 'more' ? 'more' : { end: behind, calls }
}

/** What begins like JSON and stands for no Call. */
function unread(source: Source, about: About, value: string): Announced {
  const { text, isWhole } = source
  const { opening, from } = about
  if (opening.kind === 'tag' && opening.alias === 'tools') return null
  const isValue = value !== 'cut' && value !== 'broken'
  if (beginsPerlCall(text, from)) return readPerl(source, opening.at, from)
  // A name may stand before it: `[tool(…)]`, `tool({…})`.
  const mayBeShort = text[from] === '[' || (isValue && from > opening.body)
  const close = mayBeShort ? closingFrom(source, from, opening.kind === 'fence') : null
  const calls = close && shortCalls(text.slice(opening.body, close.at), about.offered)
  if (calls) return { end: close.end, calls }
  if (mayBeShort && !close && !isWhole) return 'more'
  if (!isValue) return { end: text.length, issue: BROKEN, isLast: true }
  const end = behindClosing(source, from + value.length, opening)
  return end === 'more' ? 'more' : { end, issue: NAMELESS }
}

const PERL_END = /\s*(?:\[\/TOOL_CALLS?\]|\/TOOL_CALL\b|<\/[\w:-]{1,30}>)?/iy

/** A Call as Perl writes it; `from`: its brace. */
export function readPerl({ text, isWhole }: Source, at: number, from: number): Announced {
  const call = perlCallAt(text, from)
  if (!call) return isWhole ? { end: text.length, issue: BROKEN, isLast: true } : 'more'
  if (!isWhole && text.length - skipSpace(text, call.end) < MARGIN) return 'more'
  const { tool, argumentsText } = call
  const end = call.end + (matchAt(PERL_END, text, call.end)?.[0].trimEnd().length ?? 0)
  return at <= end ? { end, calls: [{ tool, argumentsText }] } : null
}

function skipBetween(text: string, at: number): number {
  const place = skipSpace(text, at)
  return text[place] === ',' ? skipSpace(text, place + 1) : place
}

const FENCE_END = /\s*(?:`{3,}|~{3,})[ \t]*(?=\n|$|<\/|\[\/)/y

/** Behind the end that follows at once, if there is one. */
function behindClosing({ text, isWhole }: Source, at: number, opening: Opening): number | 'more' {
  const fence = at + (matchAt(FENCE_END, text, at)?.[0].length ?? 0)
  const place = skipSpace(text, fence)
  if (!isWhole && text.length - Math.max(place, behindTicks(text, at)) < MARGIN) return 'more'
  const closing = closingAt(text, place)
  if (closing > 0) return place + closing
  const isFenced =
    opening.kind === 'fence' || /^\s*(?:```|~~~)/.test(text.slice(opening.body, opening.body + 300))
  return isFenced ? fence : at
}

const TICKS = /\s*[`~]*/y
const behindTicks = (text: string, at: number): number => at + (matchAt(TICKS, text, at)?.[0].length ?? 0)

/** How many ends are tried: code in an element may speak of ends, too. */
const MOST_ENDS = 16

/** Elements behind an opening, up to the first end with which they are whole. */
function readStructure(source: Source, { opening, offered }: About): Announced {
  const { text, isWhole } = source
  const isFence = opening.kind === 'fence'
  let close = closingFrom(source, opening.body, isFence)
  for (let tries = 0; close && tries < MOST_ENDS; tries += 1) {
    const call = structured(text.slice(opening.body, close.at), opening, offered)
    if (call) return { end: close.end, calls: [call] }
    close = closingFrom(source, close.end, isFence)
  }
  if (!close && !isWhole) return 'more'
  const call = close ? null : structured(text.slice(opening.body), opening, offered)
  if (call) return { end: text.length, calls: [call] }
  return { end: text.length, issue: close ? NONE : UNENDED, isLast: true }
}

const structured = (body: string, opening: Opening, offered: OfferedTool[]): Named | null =>
  opening.kind === 'invoke'
    ? namedCall(opening.tool, body, offered)
    : elementCall(body.replace(/^\s*```\w*|```\s*$/g, ''), offered)

/** A Call in words of its own, up to its end. */
function readWords(source: Source, { opening, offered }: About): Announced {
  const { text, isWhole } = source
  const close = closingFrom(source, opening.body, opening.kind === 'fence')
  if (!close) return isWhole ? { end: text.length, issue: UNENDED, isLast: true } : 'more'
  const body = text.slice(opening.body, close.at)
  if (opening.kind === 'function') {
    const call = functionCall(body, offered)
    return { end: close.end, ...(call ? { calls: [call] } : { issue: NONE }) }
  }
  const calls = shortCalls(body, offered)
  return { end: close.end, ...(calls ? { calls } : { issue: NONE }) }
}
