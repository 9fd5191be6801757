/**
 * The time that an Activity has. At its end the Activity is told, and given up where it does not listen. It stands still
 * while a person is asked.
 */
export class ActivityTime {
  readonly #over = new AbortController()
  readonly #deaf = Promise.withResolvers<'deaf'>()
  readonly #limit: { ms: number; graceMs: number }
  #leftMs: number
  #since = 0
  #pauses = 0
  #isEnded = false
  #timers: NodeJS.Timeout[] = []

  constructor(ms: number, graceMs: number) {
    this.#limit = { ms, graceMs }
    this.#leftMs = ms
    this.#start()
  }

  get over(): AbortSignal {
    return this.#over.signal
  }

  /** Resolves where the Activity has had time enough to listen, too. */
  get deaf(): Promise<'deaf'> {
    return this.#deaf.promise
  }

  /** Stands still until this is done. What is over stays over. */
  async standsStill<T>(wait: () => Promise<T>): Promise<T> {
    if (this.#over.signal.aborted) return wait()
    this.#pauses += 1
    if (this.#pauses === 1) this.#stop()
    try {
      return await wait()
    } finally {
      this.#pauses -= 1
      if (this.#pauses === 0 && !this.#isEnded) this.#start()
    }
  }

  end(): void {
    this.#isEnded = true
    this.#stop()
  }

  #start(): void {
    const { ms, graceMs } = this.#limit
    const end = () => this.#over.abort(new DOMException(`The limit of ${ms} ms is over.`, 'TimeoutError'))
    this.#since = performance.now()
    this.#timers = [
      setTimeout(end, this.#leftMs),
      setTimeout(() => this.#deaf.resolve('deaf'), this.#leftMs + graceMs),
    ]
  }

  #stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - this.#since))
  }
}
