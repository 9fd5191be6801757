import { isSilentReply, mayBeSilent } from '@/lib/domain/silent-reply'
import type { ModelDelta } from '@/lib/model/model'

/** Holds text back as long as it may be that the model says that it has nothing to say. */
export class HeldSilence {
  #held = ''
  #speaks = false
  readonly #onDelta: (delta: ModelDelta) => void

  constructor(onDelta: (delta: ModelDelta) => void) {
    this.#onDelta = onDelta
  }

  readonly add = (delta: ModelDelta): void => {
    if (this.#speaks || delta.kind !== 'text') this.#onDelta(delta)
    else {
      this.#held += delta.text
      if (!mayBeSilent(this.#held)) this.#let()
    }
  }

  /** The reply is over: what is left was meant to be read, or to say nothing. */
  end(): void {
    if (!this.#speaks && !isSilentReply(this.#held)) this.#let()
  }

  #let(): void {
    this.#speaks = true
    if (this.#held !== '') this.#onDelta({ kind: 'text', text: this.#held })
    this.#held = ''
  }
}
