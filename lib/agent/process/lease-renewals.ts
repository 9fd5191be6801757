import type { Sql } from '@/lib/store/connection/sql'
import { type Renewal, renewLeases } from '@/lib/store/installation/lease'
import { type LeaseClock, type Moment, momentBy } from './lease-clock'

/** How long a lease holds in its row without being renewed, and how often all are. */
export const LEASE_MS = 6_000
const RENEW_MS = 750

/** A lease of this process. `onRenewal` is told what became of it, and when that was asked. */
type HeldLease = { sessionId: string; epoch: number; onRenewal: (renewal: Renewal, since: Moment) => void }

type Options = {
  sql: Sql
  leaseClock: LeaseClock
  time: { offsetMs: number }
  warn: (message: string, fields: Record<string, unknown>) => void
}

/** Renews all leases of this process together, one statement at a time, by a connection of its own; counts what is lost. */
export class LeaseRenewals {
  readonly #held = new Set<HeldLease>()
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
    this.#held.add(lease)
    this.#timer ??= setInterval(() => void this.renew(), RENEW_MS)
    return () => {
      this.#held.delete(lease)
      if (this.#held.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
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
      const renewals = await renewLeases(sql, { leases, ms: LEASE_MS + time.offsetMs })
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
