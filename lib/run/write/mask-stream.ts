import type { SecretSpan } from '@/lib/context/redaction/reading'
import { StreamMasker } from '@/lib/context/redaction/redact'
import { secretHandle } from '@/lib/domain/policy/secret-handle'
import { HASH_SECRETS } from '@/lib/record/digest'
import type { Deps } from '../process/deps'
import { numbersOf } from './mask'

/** Secrets whose numbers are asked for at once. */
const A_QUESTION = 1_000

type Piece = string | SecretSpan

/** Characters that are read before others have their turn. */
const A_TURN = 32_768

/**
 * Text on its way without the secrets in it. What may be the beginning of one is held back, and what follows one
 * until its number is known.
 */
export class MaskStream {
  readonly #deps: Pick<Deps, 'db' | 'redaction'>
  readonly #about: { sessionId: string; onText: (text: string) => void }
  readonly #masker: StreamMasker
  readonly #numbers = new Map<string, number | null>()
  #waiting: Piece[] = []
  /** Text that came faster than it is read. */
  #unread = ''
  /** What may still be read in this turn. */
  #left = A_TURN
  #turn: NodeJS.Immediate | undefined
  #isAsking = false

  constructor(
    deps: Pick<Deps, 'db' | 'redaction'>,
    output: { sessionId: string; onText: (text: string) => void },
  ) {
    this.#deps = deps
    this.#about = output
    this.#masker = new StreamMasker(deps.redaction.scanner)
  }

  add(text: string): void {
    this.#unread += text
    this.#read()
  }

  /** So much at a time that others get their turn in between. */
  #read(): void {
    const text = this.#unread.slice(0, this.#left)
    this.#left -= text.length
    this.#unread = this.#unread.slice(text.length)
    this.#waiting.push(...this.#masker.add(text))
    this.#tell()
    if (text !== '') this.#turn ??= setImmediate(() => this.#nextTurn())
  }

  #nextTurn(): void {
    this.#turn = undefined
    this.#left = A_TURN
    if (this.#unread !== '') this.#read()
  }

  /** Nothing follows. What was not read by now is not told: it comes with the whole. */
  end(): void {
    clearImmediate(this.#turn)
    if (this.#unread !== '') {
      this.#unread = ''
      this.#waiting = []
      return
    }
    this.#waiting.push(...this.#masker.end())
    this.#tell()
  }

  #tell(): void {
    if (this.#isAsking) return
    let text = ''
    for (let piece = this.#waiting[0]; piece !== undefined; piece = this.#waiting[0]) {
      const n = typeof piece === 'string' ? null : this.#numbers.get(piece.value)
      if (n === undefined) break
      const own = typeof piece === 'string' ? piece : piece.value
      text += n === null ? own : secretHandle(n)
      this.#waiting.shift()
    }
    if (text !== '') this.#about.onText(text)
    if (this.#waiting.length > 0) void this.#ask()
  }

  /** Where that cannot be told now the rest is not: it comes with the whole. */
  async #ask(): Promise<void> {
    this.#isAsking = true
    const found = this.#waiting.filter(piece => typeof piece !== 'string').slice(0, A_QUESTION)
    try {
      const values = [...new Set(found.map(secret => secret.value))]
      const hashes = HASH_SECRETS.run({ key: this.#deps.redaction.hashKey, secrets: values })
      const numberOf = await numbersOf(this.#deps, this.#about, { all: found, values, hashes })
      for (const secret of found) this.#numbers.set(secret.value, numberOf(secret))
      this.#isAsking = false
      this.#tell()
    } catch {
      this.#waiting = []
    }
  }
}
