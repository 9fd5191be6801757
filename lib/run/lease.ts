import { type Instant, later } from '@/lib/domain/instant'
import { isHolderGone, renewLease } from '@/lib/store/lease'
import type { Deps } from './deps'
import type { Write } from './write'

/** How long a lease holds without being renewed, and how often it is. */
export const LEASE_MS = 6_000
const RENEW_MS = 2_000
/** A holder that could not renew for half of it aborts what it does: a fence cannot stop an effect. */
const ABORT_MS = LEASE_MS / 2

/** `absentSince`: nobody worked on the session since then, though something was to be done. */
export type Held = { epoch: number; holderGone: boolean; absentSince?: Instant | undefined }

/**
 * Takes the lease of a locked session, or keeps the one with this epoch. `lost`: somebody took it since;
 * `taken`: somebody holds it, and the session wakes when that lease runs out. A lease whose holder's
 * advisory lock is free may be taken at once; `holderGone` then says that the old process is dead.
 */
export async function holdLease(
  deps: Deps,
  write: Write,
  epoch: number | null,
): Promise<Held | 'lost' | 'taken'> {
  const { row } = write
  if (epoch !== null) {
    if (row.leaseEpoch !== epoch) return 'lost'
    extend(deps, write)
    return { epoch, holderGone: false }
  }
  const { leaseHolder: holder, leaseUntil: until } = row
  const holderGone =
    holder === undefined || (holder !== deps.presence.holder && (await isHolderGone(write.tx, holder)))
  if (!holderGone && until !== undefined && until > write.now) {
    row.wakeAt = until
    return 'taken'
  }
  const due = until ?? row.wakeAt
  const absentSince = due !== undefined && later(due, LEASE_MS) < write.now ? due : undefined
  row.leaseEpoch += 1
  extend(deps, write)
  return { epoch: row.leaseEpoch, holderGone, absentSince }
}

/** A held session wakes when its lease runs out, so that the work goes on if its holder is gone. */
function extend(deps: Deps, write: Write): void {
  write.row.leaseHolder = deps.presence.holder
  write.row.leaseUntil = later(write.now, LEASE_MS)
  write.row.wakeAt = write.row.leaseUntil
}

/** One `advance`'s hold on a session: listens for facts from the start, and is kept alive once taken. */
export class Lease {
  readonly #deps: Deps
  readonly #sessionId: string
  readonly #lost = Promise.withResolvers<void>()
  #isLost = false
  readonly #unsubscribe: (() => void)[]
  #timers: NodeJS.Timeout[] = []
  #news = Promise.withResolvers<void>()
  #taken: { epoch: number; version: number; holderGone: boolean; renewedAt: number } | null = null

  constructor(deps: Deps, sessionId: string) {
    this.#deps = deps
    this.#sessionId = sessionId
    this.#unsubscribe = [
      deps.bus.subscribe(note => {
        if (note.kind === 'wake' && note.sessionId === sessionId) this.#news.resolve()
      }),
      deps.presence.onLost(() => this.#lose()),
    ]
  }

  get epoch(): number | null {
    return this.#taken?.epoch ?? null
  }

  /** Resolves when the lease is lost, or may be: it could not be renewed for too long. */
  get lost(): Promise<void> {
    return this.#lost.promise
  }

  get isLost(): boolean {
    return this.#isLost
  }

  /** True where a process that held the session before is known to be dead. */
  get holderGone(): boolean {
    return this.#taken?.holderGone ?? false
  }

  #lose(): void {
    this.#isLost = true
    this.#lost.resolve()
  }

  /** Resolves once there is a fact that came after this call. Ask before looking, so that none is missed. */
  news(): Promise<void> {
    this.#news = Promise.withResolvers<void>()
    return this.#news.promise
  }

  /** A commit that began at `since` held the lease, and saw the facts up to `version`. */
  held(by: { epoch: number; version: number; holderGone: boolean; since: number }): void {
    const before = this.#taken
    this.#taken = { ...by, holderGone: before?.holderGone ?? by.holderGone, renewedAt: by.since }
    if (before) return
    const renew = setInterval(() => void this.#renew(), RENEW_MS)
    const guard = setInterval(() => this.#check(), 250)
    this.#timers = [renew, guard]
  }

  async #renew(): Promise<void> {
    const taken = this.#taken
    if (!taken) return
    const since = performance.now()
    const lease = { sessionId: this.#sessionId, epoch: taken.epoch, ms: LEASE_MS + this.#deps.clock.offsetMs }
    const version = await renewLease(this.#deps.renewals, lease).catch(error => {
      this.#deps.log('warn', 'A lease could not be renewed', {
        sessionId: this.#sessionId,
        error: String(error),
      })
      return undefined
    })
    if (version === null) this.#lose()
    if (version == null) return
    taken.renewedAt = Math.max(taken.renewedAt, since)
    if (version > taken.version) this.#news.resolve()
  }

  #check(): void {
    if (this.#taken && performance.now() - this.#taken.renewedAt > ABORT_MS) this.#lose()
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }
}
