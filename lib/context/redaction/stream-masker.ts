import type { Found } from './found'
import type { Scanner } from './scanner'

/** So much of what was given out is looked back at: a name before its value. */
const LOOK_BACK = 400

/**
 * Finds in a stream what it would find in the whole text, whatever pieces it comes in: what may be the beginning of a
 * secret is held back until that is certain.
 */
export class StreamMasker {
  readonly #scanner: Scanner
  #held = ''
  #from = 0
  #floor = 0

  constructor(scanner: Scanner) {
    this.#scanner = scanner
  }

  /** Texts and secrets that are certain by now, in order. */
  add(text: string): (string | Found)[] {
    return this.#read(text, false)
  }

  /** What is left, once nothing follows. */
  end(): (string | Found)[] {
    return this.#read('', true)
  }

  #read(text: string, isWhole: boolean): (string | Found)[] {
    this.#held += text
    const certain: (string | Found)[] = []
    for (;;) {
      const next = this.#scanner.next(this.#held, { from: this.#from, floor: this.#floor, isWhole })
      const end = next.found ? next.found.at : next.upTo
      if (end > this.#from) certain.push(this.#held.slice(this.#from, end))
      this.#from = end
      if (!next.found) break
      certain.push(next.found)
      this.#from = this.#floor = next.found.end
    }
    this.#forget()
    return certain
  }

  #forget(): void {
    const cut = Math.max(0, this.#from - LOOK_BACK)
    this.#held = this.#held.slice(cut)
    this.#from -= cut
    this.#floor = Math.max(0, this.#floor - cut)
  }
}
