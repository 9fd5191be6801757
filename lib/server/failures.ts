type Limits = { perAddress: number; inAll: number }

/** Failures count for this long. */
const WINDOW_MS = 60_000

/** Addresses that are kept in mind; with more, the failures of all still count. */
const MOST_ADDRESSES = 10_000

type Count = { since: number; failures: number }

/**
 * Counts failed attempts by address and in all, in this process. What succeeds costs nothing and is never
 * refused: a secret of 32 characters cannot be guessed, the limit only keeps those off who try.
 */
export class Failures {
  readonly #limits: Limits
  readonly #now: () => number
  readonly #addresses = new Map<string, Count>()
  #all: Count = { since: 0, failures: 0 }

  constructor(limits: Limits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /** One more failure. Seconds to wait where that is too many, else null. */
  count(address: string): number | null {
    const now = this.#now()
    this.#all = counted(this.#all, now)
    const own = counted(this.#addresses.get(address), now)
    if (this.#addresses.size >= MOST_ADDRESSES) this.#forgetOldest()
    this.#addresses.set(address, own)
    const waits = [
      own.failures > this.#limits.perAddress ? own.since + WINDOW_MS - now : 0,
      this.#all.failures > this.#limits.inAll ? this.#all.since + WINDOW_MS - now : 0,
    ]
    const ms = Math.max(...waits)
    return ms > 0 ? Math.ceil(ms / 1000) : null
  }

  #forgetOldest(): void {
    const [oldest] = this.#addresses.keys()
    if (oldest !== undefined) this.#addresses.delete(oldest)
  }
}

const counted = (before: Count | undefined, now: number): Count =>
  before && now - before.since < WINDOW_MS
    ? { since: before.since, failures: before.failures + 1 }
    : { since: now, failures: 1 }
