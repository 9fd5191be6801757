import { dueSessions, orphanedSessions } from '@/lib/store/lease'
import { advance } from './advance'
import type { Deps } from './deps'

/** Starts work on sessions in this process: at once after a fact, and by the queue in any case. */
export type Waker = {
  /**
   * Begins work on a session if a slot is free, and tells whether it is worked on; if not, its wake stays due for
   * whoever is free first.
   */
  tryAdvance: (sessionId: string) => boolean
  /** Begins work on a session as soon as a slot is free: what the queue delivers. */
  begin: (sessionId: string) => Promise<void>
  active: () => number
  /** Calls back with the milliseconds until a session that was set down is to wake. */
  onRest: (listener: (ms: number) => void) => void
  /** No new work; resolves when what is under way has been handed over. */
  stop: () => Promise<void>
}

export function createWaker(deps: Deps, options: { slots: number }): Waker {
  const working = new Map<string, { again: boolean; ending: AbortController; done: Promise<void> }>()
  const line = createLine()
  let stopped = false
  let tellRest: (ms: number) => void = () => undefined
  const start = (sessionId: string): void => {
    line.leave(sessionId)
    const work = { again: false, ending: new AbortController(), done: Promise.resolve() }
    working.set(sessionId, work)
    work.done = (async () => {
      try {
        do {
          work.again = false
          const ms = await advance(deps, sessionId, work.ending.signal)
          if (ms !== undefined) tellRest(ms)
        } while (work.again && !stopped)
      } finally {
        // In the same breath as the last look at `again`: a wake that comes now begins anew.
        working.delete(sessionId)
        const next = line.first()
        if (next !== undefined && !stopped) start(next)
      }
    })()
  }
  /** Whoever works on the session already looks again when done; where no slot is free it waits in line. */
  const take = async (sessionId: string): Promise<void> => {
    const work = working.get(sessionId)
    if (work) work.again = true
    else if (working.size < options.slots) start(sessionId)
    else await line.join(sessionId)
  }
  return {
    tryAdvance: sessionId => {
      if (!stopped) void take(sessionId)
      return !stopped && working.has(sessionId)
    },
    begin: async sessionId => {
      if (!stopped) await take(sessionId)
    },
    active: () => working.size,
    onRest: listener => {
      tellRest = listener
    },
    stop: async () => {
      stopped = true
      line.disband()
      const underWay = [...working.values()]
      for (const { ending } of underWay) ending.abort()
      await Promise.allSettled(underWay.map(work => work.done))
    },
  }
}

/** Those that found no slot free, in the order in which they came. */
function createLine() {
  const places = new Map<string, PromiseWithResolvers<void>>()
  const leave = (sessionId: string): void => {
    places.get(sessionId)?.resolve()
    places.delete(sessionId)
  }
  return {
    /** Resolves when it has left: its work has begun, or nothing begins any more. */
    join: (sessionId: string): Promise<void> => {
      const place = places.get(sessionId) ?? Promise.withResolvers<void>()
      places.set(sessionId, place)
      return place.promise
    },
    leave,
    first: (): string | undefined => places.keys().next().value,
    disband: (): void => [...places.keys()].forEach(leave),
  }
}

/** At the latest after this long the rows are looked through for what is due. */
const SWEEP_MS = 2_000

/** `soon`: something will be due in so many milliseconds. */
export type Sweep = { stop: () => void; soon: (ms: number) => void }

/**
 * Gives on every session whose wake is due, and every one whose holder has died. Wakes are rows; this one
 * timer of the process only reads them, at the next due time and now and then.
 */
export function startSweep(deps: Deps, giveOn: (sessionIds: string[]) => Promise<void>): Sweep {
  let timer: { handle: NodeJS.Timeout; due: number } | undefined
  let stopped = false
  /** The earliest time that was asked for counts. */
  const schedule = (ms: number): void => {
    const due = performance.now() + Math.min(Math.max(10, ms), SWEEP_MS)
    if (stopped || (timer && timer.due <= due)) return
    clearTimeout(timer?.handle)
    timer = { handle: setTimeout(() => void sweep(), due - performance.now()), due }
  }
  const sweep = async (): Promise<void> => {
    timer = undefined
    let next = SWEEP_MS
    try {
      const { due, nextInMs } = await dueSessions(deps.db, { limit: 500, offsetMs: deps.clock.offsetMs })
      const orphans = await orphanedSessions(deps.db, deps.presence.holder)
      const ids = [...new Set([...due, ...orphans])]
      if (ids.length > 0 && !deps.unfit()) await giveOn(ids)
      if (nextInMs !== null) next = nextInMs
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
