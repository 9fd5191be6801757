/** So long one may go on without a pause. */
const LONGEST_MS = 10

/** Whoever works through much that others have written lets the process do something else now and then. */
export class Turns {
  #since = performance.now()

  get isDue(): boolean {
    return performance.now() - this.#since > LONGEST_MS
  }

  async take(): Promise<void> {
    await new Promise(resolve => setImmediate(resolve))
    this.#since = performance.now()
  }
}
