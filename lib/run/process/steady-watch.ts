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
        const known = before.get(id)
        return [id, known?.mark === mark ? known : { mark, since: now }]
      }),
    )
    return new Map([...this.#seen].map(([id, { since }]) => [id, now - since]))
  }

  /** For how long a thing has been seen in this state; null where it was not seen in it. */
  ageOf({ id, mark }: { id: string; mark: string }): number | null {
    const seen = this.#seen.get(id)
    return seen?.mark === mark ? this.#now() - seen.since : null
  }
}
