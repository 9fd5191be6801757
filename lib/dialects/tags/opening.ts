import type { Source } from '../reading/grammar'
import { matchAt } from '../reading/marks'

/** A place at which a Call is announced. `at`: of its first character; `body`: behind it. */
export type Opening = { at: number; body: number } & (
  | { kind: 'tag'; alias: string }
  | { kind: 'invoke'; tool: string; isEmpty: boolean }
  | { kind: 'fence' | 'bracket' | 'function' }
)

/** What models name the tag of a Call. `tools` is also the name of a list of declarations. */
export const ALIASES = [
  'tool_calls',
  'tool_call',
  'toolcalls',
  'toolcall',
  'tool-calls',
  'tool-call',
  'tool_code',
  'tools',
  'invoke',
  'function_calls',
  'function_call',
  'functioncall',
  'minimax:tool_call',
  'minimax:toolcall',
]

const TAG = new RegExp(`<(${ALIASES.join('|')})\\s{0,8}>`, 'iy')
const INVOKE =
  /<(?:invoke\s{1,8}name\s{0,8}=\s{0,8}(?:"([^"<>]{1,200})"|'([^'<>]{1,200})')|function\s{0,8}=\s{0,8}([\w.-]{1,200}))\s{0,8}(\/?)>/iy
const BRACKET = /\[TOOL_CALLS?\]/iy
const CLOSING = `</(?:${[...ALIASES, 'function'].join('|')})\\s{0,8}>|\\[/TOOL_CALLS?\\]`
const ENDS = new RegExp(CLOSING, 'gi')
const FENCE_ENDS = new RegExp(`${CLOSING}|^[ \\t]*(?:\`{3,}|~{3,})[ \\t]*$`, 'gim')
const CLOSING_HERE = new RegExp(CLOSING, 'iy')
/** Of which HTML and prose know, too: they mean nothing on their own. */
const COMMON = /^<\/(?:tools|function)\b/i

/** Languages of fences that announce a Call; all others hold code. */
export const isCallFence = (language: string): boolean =>
  /^(?:tool_call|toolcall|tool-call|invoke)$/i.test(language)

export function openingAt(text: string, at: number): Opening | null {
  const invoked = matchAt(INVOKE, text, at)
  if (invoked) {
    const [whole, quoted, apostrophed, bare, slash] = invoked
    const tool = (quoted ?? apostrophed ?? bare ?? '').trim()
    return { kind: 'invoke', tool, isEmpty: slash === '/', at, body: at + whole.length }
  }
  const [whole, name] = matchAt(TAG, text, at) ?? matchAt(BRACKET, text, at) ?? []
  if (whole === undefined) return null
  const place = { at, body: at + whole.length }
  const alias = name?.toLowerCase()
  if (alias === undefined) return { kind: 'bracket', ...place }
  return alias === 'functioncall' ? { kind: 'function', ...place } : { kind: 'tag', alias, ...place }
}

/** How long the end of a Call is that stands at a place. */
export const closingAt = (text: string, at: number): number =>
  matchAt(CLOSING_HERE, text, at)?.[0].length ?? 0

/** The same for an end that stands where nothing began. */
export const strayAt = (text: string, at: number): number =>
  COMMON.test(text.slice(at, at + 20)) ? 0 : closingAt(text, at)

const BRACKETS = ['[tool_calls]', '[/tool_calls]', '[tool_call]', '[/tool_call]']

/** Whether what has come from a `[` on may become the mark of a Call. */
export function mayBecomeBracket({ text, isWhole }: Source, at: number): boolean {
  const rest = text.slice(at, at + 13).toLowerCase()
  return (
    !isWhole &&
    at + rest.length === text.length &&
    BRACKETS.some(mark => mark.startsWith(rest) && mark !== rest)
  )
}

/** The next end of a Call from a place on, by whatever name; that of a fence may be a line of ticks. */
export function closingFrom(
  { text, isWhole }: Source,
  from: number,
  isFence: boolean,
): { at: number; end: number } | null {
  const match = matchAt(isFence ? FENCE_ENDS : ENDS, text, from)
  const end = match ? match.index + match[0].length : 0
  // A line of ticks that has only just come may go on with the name of a language.
  if (!match || (!isWhole && end === text.length && /[`~\s]$/.test(match[0]))) return null
  return { at: match.index, end }
}

const SPEAKS = new RegExp(`<(?:${ALIASES.join('|')})\\s{0,8}>|<invoke\\s|\\[TOOL_CALLS?\\]`, 'i')

export const speaksOfCall = (text: string): boolean => SPEAKS.test(text)
