type Warn = (level: 'warn', message: string, fields?: Record<string, unknown>) => void

/** Of one session: a slow hook of its keeps no other session's from being told. */
const MOST_WAITING = 200

/** What is told beside the loop: nobody waits for it. One thing after the other of a session, and sessions side by side. */
export class Observers {
  readonly #warn: Warn
  readonly #queues = new Map<string, { tail: Promise<unknown>; waiting: number }>()
  #isOver = false

  constructor(warn: Warn) {
    this.#warn = warn
  }

  /** What is about no session is told under the empty name. */
  tell(sessionId: string, task: () => Promise<unknown>) {
    const queue = this.#queues.get(sessionId) ?? { tail: Promise.resolve(), waiting: 0 }
    const failed = (error: unknown): void =>
      this.#warn('warn', 'A hook could not be told', { sessionId, error: String(error) })
    if (queue.waiting >= MOST_WAITING) return failed('Too many wait.')
    queue.waiting += 1
    this.#queues.set(sessionId, queue)
    queue.tail = queue.tail
      .then(() => (this.#isOver && sessionId !== '' ? undefined : task()))
      .catch(failed)
      .finally(() => {
        queue.waiting -= 1
        if (queue.waiting === 0) this.#queues.delete(sessionId)
      })
  }

  /** Of each session only what is being told is waited for: each hook has a deadline of its own. */
  end = async (): Promise<void> => {
    this.#isOver = true
    await Promise.all([...this.#queues.values()].map(({ tail }) => tail))
  }
}
