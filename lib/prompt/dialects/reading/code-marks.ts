import type { ReplySource } from './grammar'
import { matchAt } from './marks'

/** An open fence: its character and length, where its lines begin, and its language. */
export type FenceStart = { character: string; length: number; body: number; language: string }

/** What may precede a fence or a quote: spaces, and the marks of lists. */
const PREFIX = /[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){0,4}/y
const PREFIX_ONLY = /^[ \t\d.)*+-]*$/
const LONGEST_PREFIX = 64

/** Whether a line is still so short that it may become anything. */
export function mayBeginMark({ text, isWhole }: ReplySource, at: number): boolean {
  if (isWhole || text.length - at > LONGEST_PREFIX) return false
  return PREFIX_ONLY.test(text.slice(at))
}

/** What the line at a place begins: a fence, a quote, or neither. */
export function fenceAt(source: ReplySource, at: number): FenceStart | 'quote' | 'more' | null {
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
  const content = text.slice(from + length, end === -1 ? text.length : end)
  if (character === '`' && content.includes('`')) return null
  const language = content.trim().split(/\s/, 1)[0] ?? ''
  return { character, length, body: end === -1 ? text.length : end + 1, language }
}

const END = /[ \t]*(`{3,}|~{3,})[ \t]*(?=\n|$)/y
const END_AS_YET = /^[ \t]*[`~]*[ \t]*$/
const LONGEST_END = 300

/** Whether a line ends a fence. */
export function isFenceEnd({ text, isWhole }: ReplySource, at: number, fence: FenceStart): boolean | 'more' {
  if (!isWhole && text.length - at < LONGEST_END && END_AS_YET.test(text.slice(at))) return 'more'
  const run = matchAt(END, text, at)?.[1]
  return run !== undefined && run[0] === fence.character && run.length >= fence.length
}

/** A code span ends with its paragraph, at a blank line, a fence or a quote. */
const PARAGRAPH_END = /\n(?=[ \t]*(?:\n|`{3}|~{3}|>))/g
const RUN = /`+/g

/** Finds the ends of code spans. Each paragraph is scanned once, however many spans begin in it. */
export class CodeSpans {
  #text = ''
  #from = 0
  #end = -1
  #ends = true
  /** The places of all runs of each length, the first one last. */
  #runs = new Map<number, number[]>()

  /** Where the run of backticks is that closes the one at a place; null if there is none. */
  closing(text: string, at: number, ticks: number): number | null | 'more' {
    if (text !== this.#text || at < this.#from || at >= this.#end) this.#look(text, at)
    const positions = this.#runs.get(ticks) ?? []
    while ((positions.at(-1) ?? at + 1) <= at) positions.pop()
    return positions.at(-1) ?? (this.#ends ? null : 'more')
  }

  #look(text: string, at: number): void {
    PARAGRAPH_END.lastIndex = at
    const end = PARAGRAPH_END.exec(text)
    this.#text = text
    this.#from = at
    this.#end = end?.index ?? text.length
    this.#ends = end !== null
    this.#runs = new Map()
    for (const { 0: run, index } of text.slice(at, this.#end).matchAll(RUN)) {
      const positions = this.#runs.get(run.length)
      if (positions) positions.push(at + index)
      else this.#runs.set(run.length, [at + index])
    }
    for (const positions of this.#runs.values()) positions.reverse()
  }
}
