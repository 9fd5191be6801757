/**
 * As many commands run at once in a process as it has cores. The sessions that wait are called in the order in which they
 * came, each to look again; one that takes no core then passes its turn on.
 */
export class Cores {
  readonly #busy = new Set<string>()
  readonly #called = new Set<string>()
  readonly #line = new Set<string>()
  readonly #most: number
  readonly #call: (sessionId: string) => void

  constructor(most: number, call: (sessionId: string) => void) {
    this.#most = most
    this.#call = call
  }

  /** Whether a command may begin in this session. `isRunning`: one runs in it already. */
  tryTake(sessionId: string, { isRunning }: { isRunning: boolean }): boolean {
    if (!isRunning && this.#busy.delete(sessionId)) this.#callNext()
    return this.#called.has(sessionId) || this.#free > 0
  }

  take(sessionId: string): void {
    this.#called.delete(sessionId)
    this.#line.delete(sessionId)
    this.#busy.add(sessionId)
  }

  join(sessionId: string): void {
    this.#line.add(sessionId)
  }

  /** This session does not take the core that it may have been called for, nor keep one. */
  leave(sessionId: string): void {
    this.#busy.delete(sessionId)
    this.#called.delete(sessionId)
    this.#callNext()
  }

  get #free(): number {
    return this.#most - this.#busy.size - this.#called.size
  }

  #callNext(): void {
    for (const next of this.#line) {
      if (this.#free <= 0) return
      this.#line.delete(next)
      this.#called.add(next)
      this.#call(next)
    }
  }
}
