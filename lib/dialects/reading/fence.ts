import type { Source } from './grammar'
import { matchAt } from './marks'

/** A fence that has begun: by which character and how many of it, where its lines begin, and what it says it holds. */
export type Fenced = { character: string; length: number; body: number; language: string }

/** What may stand before a fence or a quote: spaces, and the marks of lists. */
const PREFIX = /[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){0,4}/y
const PREFIX_ONLY = /^[ \t\d.)*+-]*$/
const LONGEST_PREFIX = 64

/** Whether a line is so short as yet that it may become anything. */
export function mayBeginMark({ text, isWhole }: Source, at: number): boolean {
  if (isWhole || text.length - at > LONGEST_PREFIX) return false
  return PREFIX_ONLY.test(text.slice(at))
}

/** What begins with the line at a place: a fence, a quote, or neither. */
export function fenceAt(source: Source, at: number): Fenced | 'quote' | 'more' | null {
  const { text, isWhole } = source
  const from = at + (matchAt(PREFIX, text, at)?.[0].length ?? 0)
  const character = text[from] ?? ''
  if (character === '>') return 'quote'
  if (character !== '`' && character !== '~') return null
  const length = matchAt(character === '`' ? /`+/y : /~+/y, text, from)?.[0].length ?? 0
  if (from + length === text.length && !isWhole) return 'more'
  if (length < 3) return null
  const end = text.indexOf('\n', from)
  if (end === -1 && !isWhole) return 'more'
  const said = text.slice(from + length, end === -1 ? text.length : end)
  if (character === '`' && said.includes('`')) return null
  const language = said.trim().split(/\s/, 1)[0] ?? ''
  return { character, length, body: end === -1 ? text.length : end + 1, language }
}

const END = /[ \t]*(`{3,}|~{3,})[ \t]*(?=\n|$)/y
const END_AS_YET = /^[ \t]*[`~]*[ \t]*$/
const LONGEST_END = 300

/** Whether a line ends a fence. */
export function isFenceEnd({ text, isWhole }: Source, at: number, fence: Fenced): boolean | 'more' {
  if (!isWhole && text.length - at < LONGEST_END && END_AS_YET.test(text.slice(at))) return 'more'
  const run = matchAt(END, text, at)?.[1]
  return run !== undefined && run[0] === fence.character && run.length >= fence.length
}
