import type { HeldLease } from '@/lib/store/installation/lease'

/**
 * For how long a lease must have stood still under the eyes of a process before that process may take it: where the
 * advisory lock of its holder is free, and where it is not. Both are longer, by a second and more, than the time for
 * which the holder itself goes by a renewal.
 */
export type TakeoverTimes = { goneMs: number; silentMs: number }
export const TAKEOVER: TakeoverTimes = { goneMs: 4_000, silentMs: 6_000 }

/**
 * Watches the leases of the other processes, by this process's own monotonic clock: whatever the database's clock
 * says, a holder that renews is never taken for one that does not.
 */
export class LeaseWatch {
  readonly #watch: SteadyWatch
  readonly #times: TakeoverTimes

  constructor(now: () => number, times: TakeoverTimes = TAKEOVER) {
    this.#watch = new SteadyWatch(now)
    this.#times = times
  }

  /** All leases that others hold, as they were just read. Tells which may be taken, and when the next one may. */
  see(leases: HeldLease[]): { ripe: string[]; nextInMs: number | null } {
    this.#watch.see(leases.map(thing))
    const open = leases.map(lease => this.#waitFor(lease)).filter(ms => ms > 0)
    return {
      ripe: leases.filter(lease => this.mayTake(lease)).map(({ id }) => id),
      nextInMs: open.length > 0 ? Math.min(...open) : null,
    }
  }

  mayTake(lease: HeldLease): boolean {
    return this.#waitFor(lease) <= 0
  }

  #waitFor(lease: HeldLease): number {
    const { goneMs, silentMs } = this.#times
    return (lease.isHolderGone ? goneMs : silentMs) - (this.#watch.ageOf(thing(lease)) ?? 0)
  }
}

const thing = ({ id, epoch, until }: HeldLease): { id: string; mark: string } => ({
  id,
  mark: `${epoch} ${until}`,
})

type Observation = { mark: string; since: number }

/** Knows for how long each of several things has been seen without a change, by a monotonic clock in milliseconds. */
export class SteadyWatch {
  #seen = new Map<string, Observation>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** All of them, as they were just read; `mark` tells one state from another. Tells how long each has stood still. */
  see(things: { id: string; mark: string }[]): Map<string, number> {
    const now = this.#now()
    const before = this.#seen
    this.#seen = new Map(
      things.map(({ id, mark }) => {
        const previous = before.get(id)
        return [id, previous?.mark === mark ? previous : { mark, since: now }]
      }),
    )
    return new Map([...this.#seen].map(([id, { since }]) => [id, now - since]))
  }

  /** For how long a thing has been seen in this state; null where it was not seen in it. */
  ageOf({ id, mark }: { id: string; mark: string }): number | null {
    const sighting = this.#seen.get(id)
    return sighting?.mark === mark ? this.#now() - sighting.since : null
  }
}
