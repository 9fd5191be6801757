type Warn = (level: 'warn', message: string, fields?: Record<string, unknown>) => void

const MOST_WAITING = 200

/** What is told beside the loop: nobody waits for it. One thing after the other of a session, and sessions side by side. */
export class Observers {
  readonly #warn: Warn
  readonly #tails = new Map<string, Promise<void>>()
  #waiting = 0

  constructor(warn: Warn) {
    this.#warn = warn
  }

  tell(sessionId: string, task: () => Promise<unknown>): void {
    const failed = (error: unknown): void =>
      this.#warn('warn', 'A hook could not be told', { error: String(error) })
    if (this.#waiting >= MOST_WAITING) {
      failed('Too many wait.')
      return
    }
    this.#waiting += 1
    const telling = Promise.resolve(this.#tails.get(sessionId)).then(async () => void (await task()))
    const tail = telling.catch(failed).finally(() => {
      this.#waiting -= 1
      if (this.#tails.get(sessionId) === tail) this.#tails.delete(sessionId)
    })
    this.#tails.set(sessionId, tail)
  }

  /** Each hook has a deadline of its own. */
  end = async (): Promise<void> => void (await Promise.all(this.#tails.values()))
}
