import type { Note } from './note'

/**
 * Tells this process at once and every other process by NOTIFY, a moment later and several together.
 * Notes can be lost when the database connection breaks; `onGap` says that some may have been.
 */
export type Bus = {
  publish: (note: Note) => void
  subscribe: (listener: (note: Note) => void) => () => void
  onGap: (listener: () => void) => () => void
  close: () => Promise<void>
}

/** A bus within one process. */
export function createLocalBus(): Bus & { tell: (note: Note) => void; gap: () => void } {
  const listeners = new Set<(note: Note) => void>()
  const gapListeners = new Set<() => void>()
  const tell = (note: Note): void => {
    for (const listener of [...listeners]) listener(note)
  }
  return {
    tell,
    publish: tell,
    subscribe: listener => add(listeners, listener),
    onGap: listener => add(gapListeners, listener),
    gap: () => {
      for (const listener of [...gapListeners]) listener()
    },
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
