/** Failures count for this long. */
const WINDOW_MS = 60_000

/**
 * Counts failed attempts in this process, wherever they come from: who is behind a connection cannot be told, and
 * what a request says of that anybody can write. What succeeds costs nothing and is never refused: a secret of 32
 * characters cannot be guessed, the limit only keeps those off who try.
 */
export class Failures {
  #since = 0
  #failures = 0

  constructor(
    private readonly most: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** One more failure. Seconds to wait where that is too many, else null. */
  count(): number | null {
    const now = this.now()
    if (this.#failures === 0 || now - this.#since >= WINDOW_MS) {
      this.#since = now
      this.#failures = 0
    }
    this.#failures += 1
    return this.#failures > this.most ? Math.ceil((this.#since + WINDOW_MS - now) / 1000) : null
  }
}
