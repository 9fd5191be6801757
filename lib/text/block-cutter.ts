import { type Fence, fenceBehind, mayBecomeFence } from './shown-blocks'

/** The length of a block in UTF-16 units: only a pause or the end may make it shorter. */
export const BLOCK = { least: 800, most: 1_200 }

/**
 * Cuts a text into blocks while it is written: after the first paragraph that is long enough, else at the end of a
 * line, preferably outside of code, else of a sentence, else of a word. The cuts do not depend on the pieces in which
 * the text comes.
 */
export class BlockCutter {
  /** The text after the last cut, and the place of that cut. */
  #rest = ''
  #from = 0
  /** The beginning of the line that was not looked at yet, and whether it is one. */
  #line = 0
  #isWhole = true
  #fence: Fence | null = null
  /** Behind the last line that may end the block: outside of code, and anywhere. */
  #plain = 0
  #any = 0

  /** The ends of the blocks that are now complete, counted from the beginning of the text. */
  add(text: string): number[] {
    const cuts: number[] = []
    this.#rest += text
    for (let end = this.#find(); end > 0; end = this.#find()) cuts.push(this.#cut(end))
    return cuts
  }

  /** After a pause, the text so far makes a block, except for a partial line that may become a code fence. */
  pause(): number[] {
    const fence = this.#isWhole && mayBecomeFence(this.#rest.slice(this.#line))
    return this.#cutAt(fence ? this.#line : whole(this.#rest, this.#rest.length))
  }

  /** Nothing follows. */
  end(): number[] {
    return this.#cutAt(this.#rest.length)
  }

  #cutAt(end: number): number[] {
    return end > 0 ? [this.#cut(end)] : []
  }

  /** Looks at every line that has ended, up to the longest block; 0 where none can be told yet. */
  #find(): number {
    for (let end = this.#lineEnd(); end > 0; end = this.#lineEnd()) {
      const line = this.#rest.slice(this.#line, end - 1)
      if (this.#isWhole) this.#fence = fenceBehind(line, this.#fence)
      const isOutside = this.#fence === null
      if (end >= BLOCK.least) {
        this.#any = end
        if (isOutside) this.#plain = end
        if (isOutside && this.#isWhole && line.trim() === '') return end
      }
      this.#line = end
      this.#isWhole = true
    }
    if (this.#rest.length < BLOCK.most) return 0
    return this.#plain || this.#any || withinLine(this.#rest)
  }

  #lineEnd(): number {
    const length = this.#rest.slice(this.#line, BLOCK.most).indexOf('\n') + 1
    return length === 0 ? 0 : this.#line + length
  }

  #cut(end: number): number {
    // Behind a line outside of code no code is open; elsewhere it is that of the last line.
    if (end === this.#plain) this.#fence = null
    this.#isWhole = this.#rest[end - 1] === '\n'
    this.#rest = this.#rest.slice(end)
    this.#line = 0
    this.#plain = 0
    this.#any = 0
    this.#from += end
    return this.#from
  }
}

const SENTENCE_END = /[.!?…]["'”’»)\]]*\s|[。！？]/g
const SPACE = /\s/g

/** Where a long line is cut best. */
const withinLine = (text: string): number => {
  const window = text.slice(0, BLOCK.most)
  return lastEnd(window, SENTENCE_END) || lastEnd(window, SPACE) || whole(text, BLOCK.most)
}

function lastEnd(text: string, pattern: RegExp): number {
  const last = [...text.matchAll(pattern)].at(-1)
  const end = last ? last.index + last[0].length : 0
  return end >= BLOCK.least ? end : 0
}

/** Never between the halves of a surrogate pair. */
const whole = (text: string, at: number): number => (/[\uD800-\uDBFF]/.test(text[at - 1] ?? '') ? at - 1 : at)
