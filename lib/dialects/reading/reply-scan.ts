import type { Spoken, SpokenIssue, TextDialect } from '../spoken'
import { CodeSpans } from './code-spans'
import { type Fenced, fenceAt, isFenceEnd, mayBeginMark } from './fence'
import type { Announced, Found, Grammar, Source } from './grammar'
import { MARKERS_HERE, matchAt, mayBecomeTag, RESULT_BEGIN, THOUGHT_BEGIN, THOUGHT_END } from './marks'
import type { Reader, Shown } from './reader'
import { Trimmed } from './trimmed'

/** What the scan is in. What stands in anything but prose is not meant. */
type Mode =
  | { kind: 'prose' | 'quote' | 'rest' }
  | { kind: 'fence'; fence: Fenced }
  | { kind: 'enclosed'; end: RegExp; name: string; isThought: boolean; from: number }

type Enclosed = Extract<Mode, { kind: 'enclosed' }>

const PROSE: Mode = { kind: 'prose' }
/** The longest that the end of something enclosed is. */
const LONGEST_END = 32
const MARK = /[<`[\n]/g
const LINE_CALL = /\n[ \t]*<[\w:-]*(?:call|invoke|action)\b/i

/** Held-back text is read again when it has grown by this part of itself, so that all of it takes linear time. */
const GROWTH = 32

/**
 * Reads a reply from left to right as it comes: whatever begins first holds, and nothing that has been shown is ever
 * taken back. The whole text read at once takes the same way.
 */
export class ReplyScan implements Reader {
  #all = ''
  #waiting = ''
  /** What is not done with, and the place of its first character in the reply. */
  #text = ''
  #base = 0
  #at = 0
  #isWhole = false
  #mode = PROSE
  /** A place that counts as the first of a line. */
  #lineAt = 0
  #hasThought = false
  /** Where a thought ended that had not begun: it began with the reply. */
  #thoughtEnd = 0
  #last: SpokenIssue | null = null
  readonly #spans = new CodeSpans()
  readonly #shown = new Trimmed()
  readonly #reasoning = new Trimmed()
  readonly #calls: Spoken['calls'] = []
  readonly #issues: SpokenIssue[] = []

  constructor(
    readonly dialect: TextDialect,
    readonly grammar: Grammar,
  ) {}

  add(piece: string): Shown {
    this.#waiting += piece
    if (this.#waiting.length * GROWTH >= this.#text.length - this.#at) this.#read()
    return { text: this.#shown.take(), reasoning: this.#reasoning.take() }
  }

  /** The whole of it, and what had been held back. */
  end(): Spoken {
    this.#isWhole = true
    this.#read()
    const mode = this.#mode
    if (this.#last) this.#issues.push({ ...this.#last, span: [this.#last.span[0], this.#all.length] })
    if (mode.kind === 'enclosed' && this.grammar.speaksOfCall(this.#all.slice(mode.from)))
      this.#issues.push({
        reason: `A call stands within <${mode.name}>, which never ended: it was not run.`,
        span: [mode.from, this.#all.length],
      })
    const isMeant = ({ span }: { span: readonly [number, number] }) => span[0] >= this.#thoughtEnd
    const unmeant = this.#calls.filter(call => !isMeant(call))
    return {
      text: this.#shown.text,
      reasoning: this.#reasoning.text,
      calls: this.#calls.filter(isMeant),
      issues: [
        ...unmeant.map(({ span }) => ({ reason: 'A call stands among thoughts: it was not run.', span })),
        ...this.#issues,
      ],
    }
  }

  #read(): void {
    this.#lineAt -= this.#at
    if (this.#at > 0 && this.#text[this.#at - 1] === '\n') this.#lineAt = 0
    this.#base += this.#at
    this.#text = this.#text.slice(this.#at) + this.#waiting
    this.#all += this.#waiting
    this.#waiting = ''
    this.#at = 0
    while (this.#at < this.#text.length && this.#next());
  }

  get #source(): Source {
    return { text: this.#text, isWhole: this.#isWhole }
  }

  /** False where it must wait for more. */
  #next(): boolean {
    const mode = this.#mode
    if (mode.kind === 'prose') return this.#prose()
    if (mode.kind === 'fence') return this.#fenced(mode.fence)
    if (mode.kind === 'enclosed') return this.#enclosed(mode)
    if (mode.kind === 'rest') return this.#show(this.#text.length)
    const end = this.#text.indexOf('\n', this.#at)
    if (end !== -1) this.#mode = PROSE
    return this.#show(end === -1 ? this.#text.length : end + 1)
  }

  #isLineStart = (): boolean =>
    this.#at === this.#lineAt || (this.#at > 0 && this.#text[this.#at - 1] === '\n')

  #show(to: number): boolean {
    if (to > this.#at) this.#shown.add(this.#text.slice(this.#at, to))
    this.#at = to
    return true
  }

  #prose(): boolean {
    const mark = this.#text[this.#at] ?? ''
    if (mark === '{' && this.#shown.text === '' && this.#calls.length === 0) {
      const taken = this.#take(this.grammar.atBeginning?.(this.#source, this.#at) ?? null)
      if (taken !== null) return taken
    }
    const line = this.#isLineStart() ? this.#line() : null
    if (line !== null) return line
    if (mark === '<') return this.#tag()
    if (mark === '`') return this.#span()
    if (mark === '[')
      return this.#take(this.grammar.atMark(this.#source, this.#at)) ?? this.#show(this.#at + 1)
    MARK.lastIndex = this.#at + 1
    const next = MARK.exec(this.#text)?.index ?? this.#text.length
    return this.#show(mark === '\n' ? this.#at + 1 : next)
  }

  /** What only the beginning of a line can announce; null where it does not. */
  #line(): boolean | null {
    if (mayBeginMark(this.#source, this.#at)) return false
    const fence = fenceAt(this.#source, this.#at)
    if (fence === 'more') return false
    if (fence === 'quote') {
      this.#mode = { kind: 'quote' }
      return true
    }
    if (fence === null) return this.#take(this.grammar.atLine?.(this.#source, this.#at) ?? null)
    const taken = this.#take(this.grammar.atFence?.(this.#source, { ...fence, at: this.#at }) ?? null)
    if (taken !== null) return taken
    this.#mode = { kind: 'fence', fence }
    return this.#show(fence.body)
  }

  #span(): boolean {
    const run = /`+/y
    const ticks = matchAt(run, this.#text, this.#at)?.[0].length ?? 1
    if (this.#at + ticks === this.#text.length && !this.#isWhole) return false
    const place = this.#spans.closing(this.#text, this.#at, ticks)
    if (typeof place !== 'number')
      return place === 'more' && !this.#isWhole ? false : this.#show(this.#at + ticks)
    const end = place + ticks
    if (end === this.#text.length && !this.#isWhole) return false
    if (LINE_CALL.test(this.#text.slice(this.#at, end)))
      this.#issues.push({ reason: 'A call stands within code: it was not run.', span: this.#spanTo(end) })
    return this.#show(end)
  }

  #tag(): boolean {
    const { grammar } = this
    if (/[\s<=\d]/.test(this.#text[this.#at + 1] ?? '')) return this.#show(this.#at + 1)
    if (mayBecomeTag(this.#source, this.#at, grammar.tags)) return false
    const thought = matchAt(THOUGHT_BEGIN, this.#text, this.#at)
    const result = matchAt(RESULT_BEGIN, this.#text, this.#at)
    const [whole, name] = thought ?? result ?? []
    if (whole && name) {
      this.#mode = {
        ...{ kind: 'enclosed', name, isThought: thought !== null, from: this.#base + this.#at },
        end: new RegExp(`</${name}\\s{0,8}>`, 'gi'),
      }
      this.#hasThought ||= thought !== null
      if (!thought) return this.#show(this.#at + whole.length)
      this.#reasoning.part()
      return this.#skip(whole.length)
    }
    if (this.#text.startsWith('<!--', this.#at)) {
      this.#mode = {
        kind: 'enclosed',
        name: '!--',
        isThought: false,
        from: this.#base + this.#at,
        end: /-->/g,
      }
      return this.#show(this.#at + 4)
    }
    const stray = matchAt(THOUGHT_END, this.#text, this.#at)
    if (stray) {
      if (!this.#hasThought) this.#thoughtEnd = this.#base + this.#at
      return this.#skip(stray[0].length)
    }
    return this.#take(grammar.atMark(this.#source, this.#at)) ?? this.#marker() ?? this.#show(this.#at + 1)
  }

  /** The marks that end a reply, where they do. */
  #marker(): boolean | null {
    const markers = matchAt(MARKERS_HERE, this.#text, this.#at)?.[0].length
    if (!markers) return null
    const end = this.#at + markers
    if (end === this.#text.length) return this.#isWhole && this.#skip(markers)
    if (mayBecomeTag(this.#source, end, [])) return false
    return this.#show(end)
  }

  #skip(length: number): boolean {
    this.#at += length
    this.#lineAt = this.#at
    return true
  }

  #spanTo = (end: number): readonly [number, number] => [this.#base + this.#at, this.#base + end]

  /** What the dialect has found; null where it found nothing. */
  #take(found: Announced): boolean | null {
    if (found === null) return null
    if (found === 'more') return this.#isWhole ? null : false
    const span = this.#spanTo(found.end)
    for (const { tool, argumentsText } of found.calls ?? [])
      this.#calls.push({ tool, argumentsText, dialect: this.dialect, span })
    return found.issue === undefined ? this.#takeAway(found) : this.#tell(found, found.issue)
  }

  #takeAway({ end, says, isLast }: Found): boolean {
    if (says) this.#shown.add(says)
    if (isLast) this.#mode = { kind: 'rest' }
    return this.#skip(end - this.#at)
  }

  #tell({ end, isLast, calls }: Found, reason: string): boolean {
    const issue = { reason, span: this.#spanTo(end) }
    if (isLast) {
      this.#last = issue
      this.#mode = { kind: 'rest' }
    } else this.#issues.push(issue)
    return calls ? this.#skip(end - this.#at) : this.#show(end)
  }

  #fenced(fence: Fenced): boolean {
    const isEnd = this.#isLineStart() ? isFenceEnd(this.#source, this.#at, fence) : false
    if (isEnd === 'more') return false
    const end = this.#text.indexOf('\n', this.#at)
    if (isEnd) this.#mode = PROSE
    return this.#show(end === -1 ? this.#text.length : end + 1)
  }

  #enclosed(mode: Enclosed): boolean {
    mode.end.lastIndex = this.#at
    const end = mode.end.exec(this.#text)
    const way = mode.isThought ? this.#wayOut(mode, end?.index ?? this.#text.length) : null
    if (way) {
      this.#say(mode, way.at)
      if (way.isOut) this.#mode = PROSE
      return way.isOut
    }
    if (end) {
      this.#say(mode, end.index)
      this.#mode = PROSE
      return mode.isThought ? this.#skip(end[0].length) : this.#show(end.index + end[0].length)
    }
    const held = this.#text.slice(Math.max(this.#at, this.#text.length - LONGEST_END)).search(/[<-]/)
    const isHeld = held !== -1 && !this.#isWhole
    this.#say(mode, isHeld ? Math.max(this.#at, this.#text.length - LONGEST_END) + held : this.#text.length)
    return false
  }

  #say(mode: Enclosed, to: number): void {
    if (to > this.#at) (mode.isThought ? this.#reasoning : this.#shown).add(this.#text.slice(this.#at, to))
    this.#at = to
  }

  /** A thought that was not ended gives way to what the dialect says, unless it is only thought about. */
  #wayOut({ name }: Enclosed, limit: number): { at: number; isOut: boolean } | null {
    const out = this.grammar.endsThought
    if (!out) return null
    const found = this.#text.slice(this.#at, limit).search(out)
    if (found === -1) return null
    const at = this.#at + found
    const tag = new RegExp(`<(/?)${name}\\s{0,8}>`, 'gi')
    tag.lastIndex = at
    const next = tag.exec(this.#text)
    if (next?.[1] === '/') return null
    return { at, isOut: next !== null || this.#isWhole }
  }
}
