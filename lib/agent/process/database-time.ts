import { type Instant, later } from '@/lib/domain/instant'

/** What a reading may be off the one before it, by the monotonic clock, before the database's clock was set. */
const SET_MS = 1_000

type Reading = { at: number; sent: number; arrived: number }

/**
 * The database's time, which all processes share, as this process goes by it: it does not go back. Where the database's
 * clock is set back, this process stays ahead of it by as much, until it is set forward again. `clock`: a further offset.
 */
export class DatabaseTime {
  #last: Reading | null = null
  #aheadMs = 0
  readonly #clock: { offsetMs: number }
  readonly #monotonic: () => number

  constructor(clock: { offsetMs: number }, monotonic: () => number) {
    this.#clock = clock
    this.#monotonic = monotonic
  }

  get offsetMs(): number {
    return this.#clock.offsetMs + this.#aheadMs
  }

  ask(): number {
    return this.#monotonic()
  }

  /** Takes in what the database's clock said, some time after it was asked for, and tells what time it is. */
  take(read: Instant, sent: number): Instant {
    const reading = { at: Date.parse(read) + this.#clock.offsetMs, sent, arrived: this.#monotonic() }
    const last = this.#last
    if (last) {
      const least = last.at + reading.sent - last.arrived
      const most = last.at + reading.arrived - last.sent
      if (reading.at < least - SET_MS) this.#aheadMs += least - reading.at
      if (reading.at > most + SET_MS) this.#aheadMs = Math.max(0, this.#aheadMs - (reading.at - most))
    }
    this.#last = reading
    return later(read, this.offsetMs)
  }
}
