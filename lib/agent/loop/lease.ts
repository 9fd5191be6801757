import { setTimeout as sleep } from 'node:timers/promises'
import { type Instant, later } from '@/lib/domain/instant'
import { isHolderGone, type Renewal } from '@/lib/store/installation/lease'
import { LeaseLapsed } from '@/lib/tools/run-tool'
import type { Deps } from '../process/deps'
import { elapsedSince, isWithin, type Moment } from '../process/lease-clock'
import { LEASE_MS } from '../process/lease-renewals'
import type { Write } from '../write/write'
import { endRecovery, requestRecovery } from './recovery'

/** How long a session that another process holds is left alone before it is looked at again. */
const LOOK_MS = 2_000
/** For its holder a lease ends at half of its time: then what acts is aborted, and no effect begins. See decision record 015. */
const OWN_MS = LEASE_MS / 2
const CHECK_MS = 250

/** `absentSince`: nobody worked on the session since then, though something was to be done. */
export type LeaseGrant = { epoch: number; holderGone: boolean; absentSince?: Instant | undefined }

/**
 * Takes the lease of a session, or keeps the one with this epoch. `lost`: somebody took it since;
 * `taken`: somebody holds it, or its Run is to begin while as many are worked on as may be. What another process holds is
 * taken once this one has watched it stand still for long enough; `holderGone` then says that the old process is dead. What this process itself left behind is taken at once,
 * since nothing here works on the session by now. A session whose Run was held like that was stuck: it is recovered, later
 * each time, and `taken` until then.
 */
export async function holdLease(
  deps: Deps,
  write: Write,
  epoch: number | null,
): Promise<LeaseGrant | 'lost' | 'taken'> {
  const { row } = write
  if (epoch !== null) {
    if (row.leaseEpoch !== epoch) return 'lost'
    extendLease(deps, write)
    return { epoch, holderGone: false }
  }
  const { leaseHolder: holder, leaseUntil: until } = row
  const isOthers = holder !== undefined && holder !== deps.processLock.holder
  const holderGone = isOthers ? await isHolderGone(write.sql, holder) : holder === undefined
  const lease = { id: row.id, epoch: row.leaseEpoch, until, isHolderGone: holderGone }
  if (isOthers && !deps.leases.mayTake(lease)) {
    row.wakeAt = until !== undefined && until > write.now ? until : later(write.now, LOOK_MS)
    return 'taken'
  }
  const run = write.work.atWork?.run
  const begins = holder === undefined && run?.status === 'queued' && !run.stop
  if (begins && write.freeRuns !== null && write.freeRuns <= 0) {
    // It stays due, in its place in the line.
    row.wakeAt ??= write.now
    return 'taken'
  }
  const isStuck = run?.status === 'running' && (holder !== undefined || row.wakeAt === undefined)
  const delayMs = isStuck ? requestRecovery(write, { run, state: 'stuck' }) : 0
  if (delayMs > 0) {
    releaseLease(write, later(write.now, delayMs))
    return 'taken'
  }
  const due = until ?? row.wakeAt
  const absentSince = due !== undefined && later(due, LEASE_MS) < write.now ? due : undefined
  row.leaseEpoch += 1
  extendLease(deps, write)
  endRecovery(write, 'stuck')
  return { epoch: row.leaseEpoch, holderGone, absentSince }
}

/** A held session wakes when its lease runs out, so that the work goes on if its holder is gone. */
export function extendLease(deps: Deps, write: Write): void {
  write.row.leaseHolder = deps.processLock.holder
  write.row.leaseUntil = later(write.now, LEASE_MS)
  write.row.wakeAt = write.row.leaseUntil
  const silentMs = deps.renewals.silentMs(write.row.id)
  write.row.progressAt = silentMs === undefined ? write.row.progressAt : later(write.now, -silentMs)
}

/**
 * Sets the session down: gives the lease back and says when to wake, in the commit that found nothing to do. It holds
 * only if no fact came since that was read; what comes after it sends its own wake.
 */
export function releaseLease(
  write: Write,
  wakeAt: Instant | undefined,
): { do: 'rest'; until: Instant | undefined } {
  write.row.leaseHolder = undefined
  write.row.leaseUntil = undefined
  write.row.wakeAt = wakeAt
  return { do: 'rest', until: wakeAt }
}

type TakenLease = { epoch: number; version: number; holderGone: boolean; renewedAt: Moment }

/** A commit that held the lease; `silentMs`: for how long there was no progress. */
export type LeaseCommit = { epoch: number; version: number; holderGone: boolean; silentMs: number }

/**
 * One `advance`'s hold on a session. Only its own clock ends it for this process, and that only for effects: it has
 * lapsed then, until it is renewed. It is lost once the rows say that it is somebody else's.
 */
export class Lease {
  readonly #deps: Deps
  readonly #sessionId: string
  readonly #lost = Promise.withResolvers<void>()
  readonly #hung = Promise.withResolvers<void>()
  readonly #unsubscribe: () => void
  #isOver = false
  /** Since when a commit is under way and the lease held. */
  #committingSince: number | undefined
  #checking: NodeJS.Timeout | undefined
  #letGo: () => void = () => undefined
  #news = Promise.withResolvers<void>()
  #lapse = new AbortController()
  #taken: TakenLease | null = null

  constructor(deps: Deps, sessionId: string) {
    this.#deps = deps
    this.#sessionId = sessionId
    this.#unsubscribe = deps.bus.subscribe(note => {
      if (note.kind === 'wake' && note.sessionId === sessionId) this.#news.resolve()
    })
  }

  get epoch(): number | null {
    return this.#taken?.epoch ?? null
  }

  /** Resolves when somebody else has taken the session. */
  get lost(): Promise<void> {
    return this.#lost.promise
  }

  /** Resolves when a commit does not end, though the lease is renewed all the while. It is given up then. */
  get hung(): Promise<void> {
    return this.#hung.promise
  }

  async whileCommitting<T>(commit: () => Promise<T>): Promise<T> {
    this.#committingSince = this.#deps.leaseClock.monotonic()
    try {
      return await commit()
    } finally {
      this.#committingSince = undefined
    }
  }

  get isLost(): boolean {
    return this.#isOver
  }

  get holderGone(): boolean {
    return this.#taken?.holderGone ?? false
  }

  /** Aborted when the lease lapses: what acts must end. After it was renewed there is another one. */
  get lapse(): AbortSignal {
    return this.#lapse.signal
  }

  /**
   * Whether this process may act under the lease at this very moment, by both of its clocks and since the last
   * renewal that was confirmed. Read it immediately before an effect, with nothing awaited in between.
   */
  isHeld(): boolean {
    const renewedAt = this.#taken?.renewedAt
    return renewedAt !== undefined && !this.#isOver && isWithin(this.#deps.leaseClock, renewedAt, OWN_MS)
  }

  /** For how many milliseconds it is held if it is not renewed. */
  leftMs(): number {
    const renewedAt = this.#taken?.renewedAt
    return renewedAt ? Math.max(0, OWN_MS - elapsedSince(this.#deps.leaseClock, renewedAt)) : 0
  }

  /**
   * Renews a lease that has lapsed. False where it is lost, or `until` was aborted before it could be renewed. After
   * true, `lapse` is not aborted.
   */
  async confirm(until: AbortSignal): Promise<boolean> {
    while (!this.isHeld()) {
      if (this.#isOver || until.aborted) return false
      await this.#deps.renewals.renew()
      if (!this.isHeld()) await sleep(CHECK_MS, undefined, { signal: until }).catch(() => undefined)
    }
    this.#check()
    return true
  }

  /** From here on `news` is of what comes later. Call it before looking at the rows, so that no fact is missed. */
  listen(): void {
    this.#news = Promise.withResolvers<void>()
  }

  /** Resolves once there is a fact that came after `listen`. */
  get news(): Promise<void> {
    return this.#news.promise
  }

  /** A commit that was sent at `since`, and is confirmed, held the lease, and saw the facts up to `version`. */
  renewed(by: LeaseCommit & { since: Moment }): void {
    const before = this.#taken
    const { since, silentMs, ...lease } = by
    this.#taken = { ...lease, holderGone: before?.holderGone ?? by.holderGone, renewedAt: since }
    this.#check()
    if (before) return
    this.#checking = setInterval(() => this.#check(), CHECK_MS)
    this.#letGo = this.#deps.renewals.hold({
      sessionId: this.#sessionId,
      epoch: by.epoch,
      silentMs: silentMs + this.#deps.leaseClock.monotonic() - since.monotonic,
      onRenewal: (renewal, sentAt) => this.#hear(renewal, sentAt),
    })
  }

  #hear({ isHeld, isTaken, version }: Renewal, since: Moment): void {
    if (!this.#taken) return
    if (isTaken) this.lose()
    else if (!isHeld) this.#end()
    if (version === null) return
    if (since.monotonic > this.#taken.renewedAt.monotonic) this.#taken.renewedAt = since
    if (version > this.#taken.version) this.#news.resolve()
    this.#check()
  }

  /** The rows say that it is somebody else's. */
  lose(): void {
    if (!this.#isOver) this.#deps.renewals.note('lost', { sessionId: this.#sessionId, epoch: this.epoch })
    this.#end()
  }

  #end(): void {
    this.#isOver = true
    this.#lapse.abort(new LeaseLapsed())
    this.#lost.resolve()
  }

  #check(): void {
    if (!this.#taken || this.#isOver) return
    const hasLapsed = elapsedSince(this.#deps.leaseClock, this.#taken.renewedAt) >= OWN_MS
    if (hasLapsed) this.#lapse.abort(new LeaseLapsed())
    else if (this.#lapse.signal.aborted) this.#lapse = new AbortController()
    if (this.#committingSince === undefined) return
    const now = this.#deps.leaseClock.monotonic()
    if (hasLapsed) this.#committingSince = now
    else if (now - this.#committingSince > this.#deps.hungMs) {
      this.lose()
      this.#hung.resolve()
    }
  }

  /** From here on nothing may act under it. */
  close(): void {
    this.#isOver = true
    clearInterval(this.#checking)
    this.#letGo()
    this.#unsubscribe()
  }
}
