import { secretHandle } from '@/lib/domain/policy/secret-handle'
import { type MaskedPiece, StreamMasker } from '@/lib/prompt/masking/stream-masker'
import { HASH_SECRETS } from '@/lib/record/digest'
import type { Deps } from '../process/deps'
import { numbersOf } from './mask'

/** Secrets whose numbers are asked for at once. */
const SECRETS_AT_ONCE = 1_000
/** Characters that are read before others have their turn. */
const CHARS_AT_ONCE = 32_768

type Output = { sessionId: string; onText: (text: string) => void }

/**
 * Text on its way without the secrets in it. What may be the beginning of one is held back, and what follows one
 * until its number is known.
 */
export class MaskStream {
  readonly #deps: Pick<Deps, 'db' | 'redaction'>
  readonly #output: Output
  readonly #masker: StreamMasker
  readonly #numbers = new Map<string, number | null>()
  #waiting: MaskedPiece[] = []
  /** Text that came faster than it is read, and what may still be read now. */
  #unread = ''
  #left = CHARS_AT_ONCE
  #next: NodeJS.Immediate | undefined
  #isAsking = false

  constructor(deps: Pick<Deps, 'db' | 'redaction'>, output: Output) {
    this.#deps = deps
    this.#output = output
    this.#masker = new StreamMasker(deps.redaction.scanner)
  }

  add(text: string): void {
    this.#unread += text
    this.#read()
  }

  #read(): void {
    const text = this.#unread.slice(0, this.#left)
    if (text === '') return
    this.#left -= text.length
    this.#unread = this.#unread.slice(text.length)
    this.#waiting.push(...this.#masker.add(text))
    this.#tell()
    this.#next ??= setImmediate(() => {
      this.#next = undefined
      this.#left = CHARS_AT_ONCE
      this.#read()
    })
  }

  /** Nothing follows. What was not read by now is not told: it comes with the whole. */
  end(): void {
    clearImmediate(this.#next)
    this.#waiting.push(...(this.#unread === '' ? this.#masker.add('', true) : []))
    this.#tell()
  }

  #tell(): void {
    if (this.#isAsking) return
    let text = ''
    for (let piece = this.#waiting[0]; piece !== undefined; piece = this.#waiting[0]) {
      const own = typeof piece === 'string' ? piece : piece.value
      const n = piece === own ? null : this.#numbers.get(own)
      if (n === undefined) break
      text += n === null ? own : secretHandle(n)
      this.#waiting.shift()
    }
    if (text !== '') this.#output.onText(text)
    if (this.#waiting.length > 0) void this.#ask()
  }

  /** Where the numbers cannot be told now the rest is not: it comes with the whole. */
  async #ask(): Promise<void> {
    this.#isAsking = true
    const all = this.#waiting.filter(piece => typeof piece !== 'string').slice(0, SECRETS_AT_ONCE)
    try {
      const secrets = all.map(({ value }) => value)
      const hashes = HASH_SECRETS.run({ key: this.#deps.redaction.hashKey, secrets })
      const numberOf = await numbersOf(this.#deps, this.#output, { all, hashes })
      for (const secret of all) this.#numbers.set(secret.value, numberOf(secret))
      this.#isAsking = false
      this.#tell()
    } catch {
      this.#waiting = []
    }
  }
}
