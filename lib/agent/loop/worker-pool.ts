import { databaseNow } from '@/lib/store/connection/sql'
import { dueSessions, heldLeases, idleSessions } from '@/lib/store/installation/lease'
import type { BusMessage } from '../process/bus'
import type { Deps, Slot, SlotWork } from '../process/deps'
import { errorFields } from '../process/error-fields'
import { advance } from './advance'

type UnderWay = { again: boolean; ending: AbortController; done: Promise<void> }

/** Of how many sessions a process remembers whether it was the last to work on them. */
const MOST_SESSIONS = 2_000
/** How long a process waits for another one to take a session, up to twice this; five times as long for its last worker. */
const WAIT_MS = 50

/** Starts work on sessions in this process: at once after a fact, and by the queue in any case. */
export class WorkerPool {
  readonly #deps: Deps
  readonly #slots: number
  readonly #working = new Map<string, UnderWay>()
  /** Those that found no slot free, in the order in which they came. */
  readonly #line = new Map<string, PromiseWithResolvers<void>>()
  /** Whether this process was the last to work on a session. */
  readonly #isOurs = new Map<string, boolean>()
  /** Those that begin here if no other process takes them. */
  readonly #timers = new Map<string, NodeJS.Timeout>()
  #stopped = false
  #tellRest: (ms: number) => void = () => undefined

  constructor(deps: Deps, { slots }: { slots: number }) {
    this.#deps = deps
    this.#slots = slots
  }

  /**
   * Begins work on a session if a slot is free, and tells whether it is worked on; if not, its wake stays due for
   * whoever is free first.
   */
  readonly tryAdvance = (sessionId: string): boolean => {
    void this.begin(sessionId)
    return !this.#stopped && this.#working.has(sessionId)
  }

  readonly receive = (note: BusMessage, _: unknown, isOwn: boolean): void => {
    if (note.kind === 'wake' && isOwn) this.tryAdvance(note.sessionId)
    else if (note.kind === 'wake') this.offer(note.sessionId)
    else if (note.kind === 'taken') this.#leaveLine(note.sessionId)
    else if (note.kind === 'events' && note.holder && note.holder !== String(this.#deps.processLock.holder))
      this.#remember(note.sessionId, false)
  }

  /**
   * Any process may begin it. The last one that worked on the session does so at once, and says that it has taken it. The
   * others wait for a moment, and drop it when they hear that. False where no slot is free.
   */
  readonly offer = (sessionId: string): boolean => {
    const isOurs = this.#working.has(sessionId) || this.#isOurs.get(sessionId)
    if (isOurs || this.#working.size >= this.#slots) return this.#claim(sessionId)
    const ms = WAIT_MS * (1 + this.#deps.random()) * (isOurs === false ? 5 : 1)
    if (!this.#timers.has(sessionId)) this.#timers.set(sessionId, setTimeout(this.#claim, ms, sessionId))
    return true
  }

  readonly #claim = (sessionId: string): boolean => {
    const begins = this.tryAdvance(sessionId)
    if (begins && !this.#deps.whyNotReady()) this.#deps.bus.publish({ kind: 'taken', sessionId })
    return begins
  }

  /** Begins work on a session as soon as a slot is free: what the queue delivers. What works on it already looks again. */
  readonly begin = async (sessionId: string): Promise<void> => {
    const work = this.#working.get(sessionId)
    if (this.#stopped) return
    if (work) work.again = true
    else if (this.#working.size < this.#slots) this.#start(sessionId)
    else {
      const turn = this.#line.get(sessionId) ?? Promise.withResolvers<void>()
      this.#line.set(sessionId, turn)
      await turn.promise
    }
  }

  readonly active = (): number => this.#working.size

  /** Calls back with the milliseconds until a session that was set down is to wake. */
  readonly onRest = (listener: (ms: number) => void): void => {
    this.#tellRest = listener
  }

  /** Keeps a slot free for a session that nothing here works on, where there is one. */
  readonly reserve = (sessionId: string): Slot | null => {
    if (this.#stopped || this.#working.has(sessionId) || this.#working.size >= this.#slots) return null
    const work = this.#occupy(sessionId)
    const done = Promise.withResolvers<void>()
    work.done = done.promise
    return {
      begin: first => void this.#run(sessionId, work, first).then(done.resolve, done.reject),
      release: () => {
        this.#vacate(sessionId)
        done.resolve()
        if (work.again) this.tryAdvance(sessionId)
      },
    }
  }

  /** No new work; resolves when what is under way has been handed over. */
  readonly stop = async (): Promise<void> => {
    this.#stopped = true
    for (const sessionId of [...this.#line.keys(), ...this.#timers.keys()]) this.#leaveLine(sessionId)
    const underWay = [...this.#working.values()]
    for (const { ending } of underWay) ending.abort()
    await Promise.allSettled(underWay.map(work => work.done))
  }

  #remember(sessionId: string, isOurs: boolean): void {
    this.#isOurs.set(sessionId, isOurs)
    const [oldest = ''] = this.#isOurs.keys()
    if (this.#isOurs.size > MOST_SESSIONS) this.#isOurs.delete(oldest)
  }

  /** Its work has begun, here or elsewhere, or nothing begins any more. */
  #leaveLine(sessionId: string): void {
    clearTimeout(this.#timers.get(sessionId))
    this.#timers.delete(sessionId)
    this.#line.get(sessionId)?.resolve()
    this.#line.delete(sessionId)
  }

  #start(sessionId: string): void {
    const work = this.#occupy(sessionId)
    work.done = this.#run(sessionId, work)
  }

  #occupy(sessionId: string): UnderWay {
    const work = { again: false, ending: new AbortController(), done: Promise.resolve() }
    this.#working.set(sessionId, work)
    return work
  }

  async #run(sessionId: string, work: UnderWay, first?: SlotWork): Promise<void> {
    this.#leaveLine(sessionId)
    this.#remember(sessionId, true)
    try {
      for (let next = first; ; next = undefined) {
        if (!next) work.again = false
        const ending = work.ending.signal
        const ms = await (next ? next(this.#deps, ending) : advance(this.#deps, sessionId, { ending }))
        if (ms !== undefined) this.#tellRest(ms)
        if (!work.again || this.#stopped) return
      }
    } catch (error) {
      this.#deps.log('error', 'Work on a session failed', { sessionId, ...errorFields(error) })
    } finally {
      // In the same breath as the last look at `again`: a wake that comes now begins anew.
      this.#vacate(sessionId)
    }
  }

  #vacate(sessionId: string): void {
    this.#working.delete(sessionId)
    this.#deps.cores.leave(sessionId)
    const [next] = this.#line.keys()
    if (next !== undefined && !this.#stopped) this.#start(next)
  }
}

/** `check`: whether something is to be done; it returns at once, and never runs twice at a time. */
type Errand = { check: () => void; stop: () => Promise<void> }

/** Something that the sweep does besides. What goes wrong is for the log, and tried again. */
export function startErrand(deps: Deps, work: (deps: Deps, signal: AbortSignal) => Promise<void>): Errand {
  const ending = new AbortController()
  let underWay: Promise<void> | null = null
  const check = (): void => {
    if (underWay || ending.signal.aborted || deps.whyNotReady()) return
    underWay = work(deps, ending.signal)
      .catch(error => {
        if (!ending.signal.aborted) deps.log('warn', 'What the sweep does besides failed', errorFields(error))
      })
      .finally(() => {
        underWay = null
      })
  }
  return {
    check,
    stop: async () => {
      ending.abort()
      await underWay
    },
  }
}

/** `soon`: something will be due in so many milliseconds. */
type Sweep = { stop: () => void; soon: (ms: number) => void }

/**
 * Gives on every session whose wake is due, and every one whose holder has fallen silent. Wakes are rows; this one
 * timer of the process only reads them, at the next due time and now and then. `beside` is called each time, too.
 */
export function startSweep(
  deps: Deps,
  giveOn: (sessionIds: string[]) => Promise<void>,
  beside: () => void,
): Sweep {
  let timer: { handle: NodeJS.Timeout; due: number } | undefined
  let stopped = false
  let isFirst = true
  /** The earliest time that was asked for counts. */
  const schedule = (ms: number): void => {
    const due = performance.now() + Math.min(Math.max(10, ms), deps.sweepMs)
    if (stopped || (timer && timer.due <= due)) return
    clearTimeout(timer?.handle)
    timer = { handle: setTimeout(() => void sweep(), due - performance.now()), due }
  }
  const sweep = async (): Promise<void> => {
    timer = undefined
    let next = deps.sweepMs
    beside()
    try {
      const sent = deps.time.ask()
      deps.time.take(await databaseNow(deps.sql, 0), sent)
      const { offsetMs } = deps.time
      const { due, nextInMs } = await dueSessions(deps.sql, { limit: 500, offsetMs, isFirst })
      isFirst = false
      const { ripe, nextInMs: ripeInMs } = deps.leases.see(
        await heldLeases(deps.sql, deps.processLock.holder),
      )
      await deps.orphans.sweep()
      const ids = [...new Set([...due, ...ripe, ...(await idleSessions(deps.sql))])]
      if (ids.length > 0 && !deps.whyNotReady()) await giveOn(ids)
      next = Math.min(next, nextInMs ?? next, ripeInMs ?? next)
    } catch (error) {
      deps.log('warn', 'The sweep failed', { error: String(error) })
    }
    schedule(next)
  }
  schedule(0)
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer?.handle)
    },
    soon: schedule,
  }
}
