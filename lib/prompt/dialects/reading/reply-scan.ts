import type { DialectInText, DialectReader, ReplyDelta, ReplyText, SpokenIssue } from '../dialect'
import { CodeSpans, type FenceStart, fenceAt, isFenceEnd, mayBeginMark } from './code-marks'
import { type Grammar, type GrammarMatch, type GrammarResult, type ReplySource, wayOut } from './grammar'
import { MARKERS_HERE, matchAt, mayBecomeTag, RESULT_BEGIN, THOUGHT_BEGIN, THOUGHT_END } from './marks'
import { TrimmedText } from './trimmed-text'

/** Where the scan is. Only Calls in prose count. */
type Mode =
  | { kind: 'prose' | 'quote' | 'rest' }
  | { kind: 'fence'; fence: FenceStart }
  | { kind: 'enclosed'; end: RegExp; name: string; isThought: boolean; from: number; isBehindCall: boolean }

type EnclosedMode = Extract<Mode, { kind: 'enclosed' }>

const PROSE: Mode = { kind: 'prose' }
/** The length of the longest end tag. */
const LONGEST_END = 32
const MARK = /[<`[\n]/g
const LINE_CALL = /\n[ \t]*<[\w:-]*(?:call|invoke|action)\b/i

const UNREAD = 'A call was announced in a form that is not read here: it was not run.'

/** Held-back text is read again when it has grown by this fraction, so that reading all of it takes linear time. */
const GROWTH = 32

/**
 * Reads a reply from left to right as it streams in: whatever begins first wins, and nothing that was shown is ever
 * taken back. Reading the whole text at once takes the same path.
 */
export class ReplyScan implements DialectReader {
  #all = ''
  #waiting = ''
  /** The unprocessed text, and the place of its first character in the reply. */
  #text = ''
  #base = 0
  #at = 0
  #isWhole = false
  #mode = PROSE
  /** A place that counts as the start of a line. */
  #lineAt = 0
  #hasThought = false
  /** Where a thought ended that had no start tag: it began with the reply. */
  #thoughtEnd = 0
  #last: SpokenIssue | null = null
  /** The end of the last Call and what belongs to it, and whether there was only space since. */
  #callEnd = -1
  #isBehindCall = false
  /** What was shown, with a NUL for code, quotes and the like. */
  #proseText = ''
  readonly #spans = new CodeSpans()
  readonly #shown = new TrimmedText()
  readonly #reasoning = new TrimmedText()
  readonly #calls: ReplyText['calls'] = []
  readonly #issues: SpokenIssue[] = []

  constructor(
    readonly dialect: DialectInText,
    readonly grammar: Grammar,
  ) {}

  add(piece: string): ReplyDelta {
    this.#waiting += piece
    if (this.#waiting.length * GROWTH >= this.#text.length - this.#at) this.#read()
    return { text: this.#shown.take(), reasoning: this.#reasoning.take() }
  }

  /** The whole reply, including what had been held back. */
  end(): ReplyText {
    this.#isWhole = true
    this.#read()
    const mode = this.#mode
    if (this.#last) this.#issues.push({ ...this.#last, span: [this.#last.span[0], this.#all.length] })
    if (mode.kind === 'enclosed' && this.grammar.speaksOfCall(this.#all.slice(mode.from)))
      this.#issues.push({
        reason: `A call stands within <${mode.name}>, which never ended: it was not run.`,
        span: [mode.from, this.#all.length],
      })
    const announcement =
      this.#issues.length === 0 && this.grammar.announcementIn?.(this.#proseText, this.#shown.text)
    if (announcement)
      this.#issues.push({
        reason: UNREAD,
        span: [Math.max(0, this.#all.indexOf(announcement)), this.#all.length],
      })
    const isMeant = ({ span }: { span: readonly [number, number] }) => span[0] >= this.#thoughtEnd
    const unmeant = this.#calls
      .filter(call => !isMeant(call))
      .map(({ span }) => ({ reason: 'A call stands among thoughts: it was not run.', span }))
    return {
      text: this.#shown.text,
      reasoning: this.#reasoning.text,
      calls: this.#calls.filter(isMeant),
      issues: [...unmeant, ...this.#issues],
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

  get #source(): ReplySource {
    return { text: this.#text, isWhole: this.#isWhole }
  }

  /** False if it must wait for more. */
  #next(): boolean {
    const mode = this.#mode
    if (mode.kind === 'prose') return this.#prose()
    if (mode.kind === 'fence') return this.#fenced(mode.fence)
    if (mode.kind === 'enclosed') return this.#enclosed(mode)
    if (mode.kind === 'rest') return this.#show(this.#text.length)
    const end = this.#text.indexOf('\n', this.#at)
    if (end !== -1) this.#mode = PROSE
    return this.#show(end === -1 ? this.#text.length : end + 1, false)
  }

  #isLineStart = (): boolean =>
    this.#at === this.#lineAt || (this.#at > 0 && this.#text[this.#at - 1] === '\n')

  #show(to: number, isProse = this.#mode.kind === 'prose'): boolean {
    if (to > this.#at) this.#shown.add(this.#text.slice(this.#at, to))
    this.#proseText += isProse ? this.#text.slice(this.#at, to) : '\0'
    this.#moveTo(to)
    return true
  }

  #moveTo(to: number): void {
    const from = Math.max(this.#at, this.#callEnd - this.#base)
    if (this.#isBehindCall && from < to) this.#isBehindCall = this.#text.slice(from, to).trim() === ''
    this.#at = to
  }

  #prose(): boolean {
    const mark = this.#text[this.#at] ?? ''
    if (mark === '{' && this.#shown.text === '' && this.#calls.length === 0) {
      const match = this.#take(this.grammar.atBeginning?.(this.#source, this.#at) ?? null)
      if (match !== null) return match
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

  /** What only the beginning of a line can announce; null if it does not. */
  #line(): boolean | null {
    if (mayBeginMark(this.#source, this.#at)) return false
    const fence = fenceAt(this.#source, this.#at)
    if (fence === 'more') return false
    if (fence === 'quote') {
      this.#mode = { kind: 'quote' }
      return true
    }
    if (fence === null) return this.#take(this.grammar.atLine?.(this.#source, this.#at) ?? null)
    const match = this.#take(this.grammar.atFence?.(this.#source, { ...fence, at: this.#at }) ?? null)
    if (match !== null) return match
    this.#mode = { kind: 'fence', fence }
    return this.#show(fence.body)
  }

  #span(): boolean {
    const run = /`+/y
    const ticks = matchAt(run, this.#text, this.#at)?.[0].length ?? 1
    if (this.#at + ticks === this.#text.length && !this.#isWhole) return false
    const closing = this.#spans.closing(this.#text, this.#at, ticks)
    if (typeof closing !== 'number')
      return closing === 'more' && !this.#isWhole ? false : this.#show(this.#at + ticks)
    const end = closing + ticks
    if (end === this.#text.length && !this.#isWhole) return false
    if (LINE_CALL.test(this.#text.slice(this.#at, end)))
      this.#issues.push({ reason: 'A call stands within code: it was not run.', span: this.#spanTo(end) })
    return this.#show(end, false)
  }

  #tag(): boolean {
    if (/[\n\r<=\d]/.test(this.#text[this.#at + 1] ?? '')) return this.#show(this.#at + 1)
    if (mayBecomeTag(this.#source, this.#at, this.grammar.tags)) return false
    const thought = matchAt(THOUGHT_BEGIN, this.#text, this.#at)
    const result = matchAt(RESULT_BEGIN, this.#text, this.#at)
    const [whole, name] = thought ?? result ?? []
    if (whole && name) {
      const end = new RegExp(`</${name}\\s{0,8}>`, 'gi')
      this.#mode = { kind: 'enclosed', ...this.#here(), name, end, isThought: thought !== null }
      this.#hasThought ||= thought !== null
      if (!thought) return this.#show(this.#at + whole.length)
      this.#reasoning.part()
      return this.#skip(whole.length)
    }
    if (this.#text.startsWith('<!--', this.#at)) {
      this.#mode = { kind: 'enclosed', ...this.#here(), name: '!--', end: /-->/g, isThought: false }
      return this.#show(this.#at + 4)
    }
    const stray = matchAt(THOUGHT_END, this.#text, this.#at)
    if (stray) {
      if (!this.#hasThought) this.#thoughtEnd = this.#base + this.#at
      return this.#skip(stray[0].length)
    }
    return (
      this.#take(this.grammar.atMark(this.#source, this.#at)) ?? this.#marker() ?? this.#show(this.#at + 1)
    )
  }

  /** The markers that end a reply, if they are at its end. */
  #marker(): boolean | null {
    const markers = matchAt(MARKERS_HERE, this.#text, this.#at)?.[0].length
    if (!markers) return null
    const end = this.#at + markers
    if (end === this.#text.length) return this.#isWhole && this.#skip(markers)
    if (mayBecomeTag(this.#source, end, [])) return false
    return this.#show(end)
  }

  #here = () => ({ from: this.#base + this.#at, isBehindCall: this.#isBehindCall })

  #skip(length: number): boolean {
    this.#moveTo(this.#at + length)
    this.#lineAt = this.#at
    return true
  }

  #spanTo = (end: number): readonly [number, number] => [this.#base + this.#at, this.#base + end]

  /** Applies what the dialect has found; null if it found nothing. */
  #take(result: GrammarResult): boolean | null {
    if (result === null) return null
    if (result === 'more') return this.#isWhole ? null : false
    const span = this.#spanTo(result.end)
    const isBehindCall = this.#isBehindCall
    if (result.calls || isBehindCall) [this.#callEnd, this.#isBehindCall] = [span[1], true]
    if (result.isBehindCall && isBehindCall) return this.#skip(result.end - this.#at)
    for (const { tool, argumentsText } of result.calls ?? [])
      this.#calls.push({ tool, argumentsText, dialect: this.dialect, span })
    return result.issue === undefined ? this.#takeAway(result) : this.#tell(result, result.issue)
  }

  #takeAway({ end, says, isLast }: GrammarMatch): boolean {
    if (says) this.#shown.add(says)
    if (isLast) this.#mode = { kind: 'rest' }
    return this.#skip(end - this.#at)
  }

  #tell({ end, isLast, calls }: GrammarMatch, reason: string): boolean {
    const issue = { reason, span: this.#spanTo(end) }
    if (isLast) {
      this.#last = issue
      this.#mode = { kind: 'rest' }
    } else this.#issues.push(issue)
    return calls ? this.#skip(end - this.#at) : this.#show(end)
  }

  #fenced(fence: FenceStart): boolean {
    const isEnd = this.#isLineStart() ? isFenceEnd(this.#source, this.#at, fence) : false
    if (isEnd === 'more') return false
    const end = this.#text.indexOf('\n', this.#at)
    if (isEnd) this.#mode = PROSE
    return this.#show(end === -1 ? this.#text.length : end + 1)
  }

  #enclosed(mode: EnclosedMode): boolean {
    mode.end.lastIndex = this.#at
    const end = mode.end.exec(this.#text)
    const { endsThought: out } = this.grammar
    const limit = end?.index ?? this.#text.length
    const way = mode.isThought && out && wayOut(this.#source, { at: this.#at, limit, name: mode.name, out })
    if (way) {
      this.#say(mode, way.at)
      if (way.isOut) this.#mode = PROSE
      return way.isOut
    }
    if (end) {
      this.#say(mode, end.index)
      this.#mode = PROSE
      this.#isBehindCall = mode.isBehindCall
      this.#callEnd = this.#base + end.index + end[0].length
      return mode.isThought ? this.#skip(end[0].length) : this.#show(end.index + end[0].length)
    }
    const from = Math.max(this.#at, this.#text.length - LONGEST_END)
    const partialEnd = this.#text.slice(from).search(/[<-]/)
    this.#say(mode, partialEnd === -1 || this.#isWhole ? this.#text.length : from + partialEnd)
    return false
  }

  #say(mode: EnclosedMode, to: number): void {
    if (to > this.#at) (mode.isThought ? this.#reasoning : this.#shown).add(this.#text.slice(this.#at, to))
    this.#moveTo(to)
  }
}
