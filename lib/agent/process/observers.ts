/** How many hooks that only look on run at once, and how many more may wait. */
const MOST_AT_ONCE = 4
const MOST_WAITING = 200

type Warn = (level: 'warn', message: string, fields?: Record<string, unknown>) => void

/** Hooks that are told of what has happened, beside the loop: nobody waits for them. */
export class Observers {
  readonly #log: Warn
  readonly #waiting: (() => Promise<void>)[] = []
  readonly #running = new Set<Promise<void>>()

  constructor(log: Warn) {
    this.#log = log
  }

  tell(task: () => Promise<void>): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#log('warn', 'A hook was not told, since too many run')
      return
    }
    this.#waiting.push(task)
    this.#next()
  }

  #next(): void {
    while (this.#running.size < MOST_AT_ONCE) {
      const task = this.#waiting.shift()
      if (!task) return
      const running = task()
        .catch(error => this.#log('warn', 'A hook could not be told', { error: String(error) }))
        .finally(() => {
          this.#running.delete(running)
          this.#next()
        })
      this.#running.add(running)
    }
  }

  /** Waits for those that have been told something; each has a deadline of its own. */
  async end(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
