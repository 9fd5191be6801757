import { secretHandle } from '@/lib/domain/policy/secret-handle'
import type { FoundSecret, Scanner } from './scanner'

/** A piece of a text: as it is, or a secret of it. */
export type MaskedPiece = string | FoundSecret

/** How far to look back in emitted text: for the name before a value. */
const LOOK_BACK = 700
/** The text after a secret is read as it will be read later: behind a handle. */
const HANDLE = secretHandle(1)

/**
 * Finds the secrets of a text that arrives in arbitrary pieces: what may be the beginning of one is held back until it
 * is certain.
 */
export class StreamMasker {
  #held = ''
  /** Where the uncertain part begins in `#held`. */
  #from = 0

  constructor(private readonly scanner: Scanner) {}

  /** What is certain with this text, in order; `isWhole`: nothing follows. */
  add(text: string, isWhole = false): MaskedPiece[] {
    this.#held += text
    const certain: MaskedPiece[] = []
    for (;;) {
      const match = this.scanner.next(this.#held, this.#from, isWhole)
      if (match.at > this.#from) certain.push(this.#held.slice(this.#from, match.at))
      const before = this.#held.slice(Math.max(0, match.at - LOOK_BACK), match.at)
      if (match.secret === null) {
        this.#held = before + this.#held.slice(match.at)
        this.#from = before.length
        return certain
      }
      certain.push(match.secret)
      this.#held = before + HANDLE + this.#held.slice(match.end)
      this.#from = before.length + HANDLE.length
    }
  }
}
