import type { Deps } from './deps'
import { MaskedStream } from './masked-stream'

/** A text that is being written, without the secrets in it; and how much of it was told. */
export class DraftText {
  /** All that was said so far and may be told. */
  said = ''
  readonly #masks: MaskedStream
  /** Undefined before anything was told. */
  #told: number | undefined
  #isAdding = false

  /** `onLate`: there is more to tell, though nothing was added: somebody had to be asked about it. */
  constructor(
    deps: Pick<Deps, 'db' | 'redaction'>,
    { sessionId, onLate }: { sessionId: string; onLate: () => void },
  ) {
    const onText = (text: string): void => {
      this.said += text
      if (!this.#isAdding) onLate()
    }
    this.#masks = new MaskedStream(deps, { sessionId, onText })
  }

  add(text: string): void {
    this.#isAdding = true
    this.#masks.add(text)
    this.#isAdding = false
  }

  end(): void {
    this.#isAdding = true
    this.#masks.end()
    this.#isAdding = false
  }

  /** What was not told yet, which is told with this. */
  news(): { offset: number; text: string } | null {
    if (this.#told === this.said.length) return null
    const offset = this.#told ?? 0
    this.#told = this.said.length
    return { offset, text: this.said.slice(offset) }
  }

  /** Somebody new is to be told all of it. */
  tellAnew(): void {
    this.#told = undefined
  }
}
