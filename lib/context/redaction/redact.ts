import { secretHandle } from '@/lib/domain/policy/secret-handle'
import type { SecretSpan } from './reading'
import type { Scanner } from './scanner'

/** The number of a secret's handle; null if a person said that it is not a secret. */
export type NumberOf = (secret: SecretSpan) => number | null

/** How much is read at a time: after each secret the rest of the piece is copied. */
const PIECE = 4_096

/** All secrets in a text, from left to right. */
export function secretsIn(scanner: Scanner, text: string): SecretSpan[] {
  const masker = new StreamMasker(scanner)
  const all: SecretSpan[] = []
  const take = (certain: (string | SecretSpan)[]): void => {
    for (const piece of certain) if (typeof piece !== 'string') all.push(piece)
  }
  let from = 0
  for (; from + PIECE < text.length; from += PIECE) take(masker.add(text.slice(from, from + PIECE)))
  take(masker.end(text.slice(from)))
  return all
}

/** A text with its secrets replaced by handles. */
export function withHandles(text: string, secrets: SecretSpan[], numberOf: NumberOf): string {
  let made = ''
  let end = 0
  for (const secret of secrets) {
    const n = numberOf(secret)
    if (n === null) continue
    made += text.slice(end, secret.at) + secretHandle(n)
    end = secret.end
  }
  return end === 0 ? text : made + text.slice(end)
}

export const redact = (scanner: Scanner, text: string, numberOf: NumberOf): string =>
  withHandles(text, secretsIn(scanner, text), numberOf)

/** How far to look back in emitted text: the name before a value, or before the list that it stands in. */
const LOOK_BACK = 700
/** The text after a secret is read as it will be read later: behind a handle. */
const HANDLE = secretHandle(1)

/**
 * Finds the secrets of a text that arrives in arbitrary pieces: what may be the beginning of one is held back until it
 * is certain.
 */
export class StreamMasker {
  readonly #scanner: Scanner
  #held = ''
  /** Where the uncertain part begins in `#held`, and where in the whole text. */
  #from = 0
  #place = 0

  constructor(scanner: Scanner) {
    this.#scanner = scanner
  }

  /** The texts and secrets that are certain by now, in order. */
  add(text: string): (string | SecretSpan)[] {
    return this.#read(text, false)
  }

  /** The rest, once the last piece has come. */
  end(text = ''): (string | SecretSpan)[] {
    return this.#read(text, true)
  }

  #read(text: string, isWhole: boolean): (string | SecretSpan)[] {
    this.#held += text
    const certain: (string | SecretSpan)[] = []
    for (;;) {
      const next = this.#scanner.next(this.#held, { from: this.#from, isWhole })
      const end = next.secret ? next.secret.at : next.upTo
      if (end > this.#from) certain.push(this.#held.slice(this.#from, end))
      this.#place += end - this.#from
      this.#from = end
      if (!next.secret) break
      certain.push(this.#takeOut(next.secret))
    }
    this.#held = this.#before(this.#from) + this.#held.slice(this.#from)
    this.#from = Math.min(this.#from, LOOK_BACK)
    return certain
  }

  /** The secret with its place in the whole text. */
  #takeOut(secret: SecretSpan): SecretSpan {
    const before = this.#before(secret.at) + HANDLE
    this.#held = before + this.#held.slice(secret.end)
    this.#from = before.length
    const at = this.#place
    this.#place += secret.end - secret.at
    return { ...secret, at, end: this.#place }
  }

  #before(at: number): string {
    return this.#held.slice(Math.max(0, at - LOOK_BACK), at)
  }
}
