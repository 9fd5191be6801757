import { GRACE_MS } from './grace'

/**
 * The time that an Activity has. It begins when it is `stored` that the Activity does, however long that takes. At
 * its end the Activity is told, and given up where it does not listen.
 */
export class ActivityTime {
  readonly #over = new AbortController()
  readonly #deaf = Promise.withResolvers<'deaf'>()
  readonly #timers: NodeJS.Timeout[] = []
  #hasEnded = false

  constructor(ms: number, stored: Promise<void>) {
    void stored.then(() => this.#begin(ms))
  }

  #begin(ms: number): void {
    if (this.#hasEnded) return
    const over = new DOMException(`The limit of ${ms} ms is over.`, 'TimeoutError')
    this.#timers.push(
      setTimeout(() => this.#over.abort(over), ms),
      setTimeout(() => this.#deaf.resolve('deaf'), ms + GRACE_MS),
    )
  }

  /** Aborted when the time is over. */
  get over(): AbortSignal {
    return this.#over.signal
  }

  /** Resolves where the Activity has had time enough to listen, too. */
  get deaf(): Promise<'deaf'> {
    return this.#deaf.promise
  }

  /** The Activity has ended. */
  end(): void {
    this.#hasEnded = true
    for (const timer of this.#timers) clearTimeout(timer)
  }
}
