import type { Fact } from '@/lib/domain/session/event'
import { tellEach } from '@/lib/domain/tell-each'
import type { BusMessage } from './bus-message'

type Listener = (note: BusMessage, facts: Fact[]) => void

/**
 * Tells this process at once and every other process by NOTIFY, a moment later and several together.
 * Notes can be lost when the database connection breaks; `onGap` says that some may have been. The facts that a
 * note is about, where they were committed here just now, go with it within this process only.
 */
export type Bus = {
  publish: (note: BusMessage, facts?: Fact[]) => void
  subscribe: (listener: Listener) => () => void
  onGap: (listener: () => void) => () => void
  close: () => Promise<void>
}

/** A bus within one process. `report`: of listeners that throw. */
export function createLocalBus(
  report: (error: unknown) => void,
): Bus & { tell: Bus['publish']; gap: () => void } {
  const listeners = new Set<Listener>()
  const gapListeners = new Set<() => void>()
  const tell = (note: BusMessage, facts: Fact[] = []): void => {
    tellEach({ listeners, report }, note, facts)
  }
  return {
    tell,
    publish: tell,
    subscribe: listener => add(listeners, listener),
    onGap: listener => add(gapListeners, listener),
    gap: () => tellEach({ listeners: gapListeners, report }),
    close: async () => {
      listeners.clear()
      gapListeners.clear()
    },
  }
}

function add<T>(set: Set<T>, item: T): () => void {
  set.add(item)
  return () => void set.delete(item)
}
