import type { Sql } from '@/lib/store/connection/sql'
import { type Renewal, renewLeases } from '@/lib/store/installation/lease'
import { type LeaseClock, type Moment, momentBy } from './lease-clock'

/** How long a lease holds in its row without being renewed, and how often all are. */
export const LEASE_MS = 6_000
const RENEW_MS = 750

/** A process that did not come to look for so long stood still, which is nobody's silence. */
const STANDSTILL_MS = 3_000

/**
 * A lease of this process. `onRenewal` is told what became of it, and when that was asked. `silentMs`: for how long there
 * was no progress.
 */
type HeldLease = {
  sessionId: string
  epoch: number
  silentMs: number
  onRenewal: (renewal: Renewal, since: Moment) => void
}

type Options = {
  sql: Sql
  leaseClock: LeaseClock
  /** Added to the database's time: all of it, and what of it tests have added. */
  time: { offsetMs: number }
  clock: { offsetMs: number }
  warn: (message: string, fields: Record<string, unknown>) => void
}

/**
 * Renews all leases of this process together, one statement at a time, by a connection of its own; counts what is lost.
 * With a lease goes the clock of its session's progress, which costs no write of its own.
 */
export class LeaseRenewals {
  readonly #held = new Set<HeldLease>()
  /** When each session that is held made progress last, by this process's own clock. */
  readonly #progress = new Map<string, number>()
  #lookedAt = 0
  readonly #lapses = { lapsed: 0, lost: 0 }
  readonly #options: Options
  #timer: NodeJS.Timeout | undefined
  #last: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  get counts(): { active: number; lapsed: number; lost: number } {
    return { active: this.#held.size, ...this.#lapses }
  }

  /** From here on it is renewed, until what is given back is called. */
  hold(lease: HeldLease): () => void {
    this.#progress.set(lease.sessionId, this.#now() - lease.silentMs)
    this.#held.add(lease)
    this.#timer ??= setInterval(() => {
      this.#now()
      void this.renew()
    }, RENEW_MS)
    return () => {
      this.#held.delete(lease)
      if (![...this.#held].some(({ sessionId }) => sessionId === lease.sessionId))
        this.#progress.delete(lease.sessionId)
      if (this.#held.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  /** The model said something, a tool gave output, or what was begun has ended: an attempt or a sign of life is none. */
  progressed(sessionId: string): void {
    if (this.#progress.has(sessionId)) this.#progress.set(sessionId, this.#now())
  }

  /** For how long there was no progress; undefined where the session is not held. */
  silentMs(sessionId: string): number | undefined {
    const now = this.#now()
    const progressAt = this.#progress.get(sessionId)
    return progressAt === undefined ? undefined : Math.max(0, now - progressAt)
  }

  #now(): number {
    const { leaseClock, clock } = this.#options
    const now = leaseClock.monotonic()
    const passed = now - this.#lookedAt
    this.#lookedAt = now
    if (passed > STANDSTILL_MS)
      for (const [sessionId, at] of this.#progress) this.#progress.set(sessionId, at + passed)
    return now + clock.offsetMs
  }

  /** Resolves once a renewal that was sent after this call is answered, or has failed. */
  renew(): Promise<void> {
    this.#next ??= this.#last.then(() => {
      this.#next = undefined
      this.#last = this.#renewAll()
      return this.#last
    })
    return this.#next
  }

  /** `lapsed`: it was not renewed in time, and an Activity was ended for it. `lost`: another process has taken it. */
  note(kind: 'lapsed' | 'lost', fields: { sessionId: string; epoch: number | null }): void {
    this.#lapses[kind] += 1
    this.#options.warn(kind === 'lost' ? 'A lease was lost' : 'A lease lapsed', fields)
  }

  async #renewAll(): Promise<void> {
    const { sql, leaseClock, time, warn } = this.#options
    const leases = [...this.#held]
    if (leases.length === 0) return
    const since = momentBy(leaseClock)
    try {
      const renewals = await renewLeases(sql, {
        leases: leases.map(lease => ({ ...lease, silentMs: this.silentMs(lease.sessionId) ?? 0 })),
        ms: LEASE_MS,
        offsetMs: time.offsetMs,
      })
      const byId = new Map(renewals.map(renewal => [renewal.sessionId, renewal]))
      for (const lease of leases) {
        const renewal = byId.get(lease.sessionId)
        if (renewal && this.#held.has(lease)) lease.onRenewal(renewal, since)
      }
    } catch (error) {
      warn('Leases could not be renewed', { count: leases.length, error: String(error) })
    }
  }
}
