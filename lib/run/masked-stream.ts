import type { Found } from '@/lib/context/redaction/found'
import { StreamMasker } from '@/lib/context/redaction/stream-masker'
import { secretHandle } from '@/lib/domain/secret-handle'
import type { Deps } from './deps'
import { numbersOf } from './masked'

type Piece = string | Found

/**
 * Text on its way without the secrets in it. What may be the beginning of one is held back, and what follows one
 * until its number is known.
 */
export class MaskedStream {
  readonly #deps: Pick<Deps, 'db' | 'redaction'>
  readonly #about: { sessionId: string; onText: (text: string) => void }
  readonly #masker: StreamMasker
  readonly #numbers = new Map<string, number | null>()
  #waiting: Piece[] = []
  #isAsking = false

  constructor(
    deps: Pick<Deps, 'db' | 'redaction'>,
    about: { sessionId: string; onText: (text: string) => void },
  ) {
    this.#deps = deps
    this.#about = about
    this.#masker = new StreamMasker(deps.redaction.scanner)
  }

  add(text: string): void {
    this.#waiting.push(...this.#masker.add(text))
    this.#tell()
  }

  /** Nothing follows. */
  end(): void {
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
    const found = this.#waiting.filter(piece => typeof piece !== 'string')
    try {
      const numberOf = await numbersOf(this.#deps, this.#about, found)
      for (const secret of found) this.#numbers.set(secret.value, numberOf(secret))
      this.#isAsking = false
      this.#tell()
    } catch {
      this.#waiting = []
    }
  }
}
