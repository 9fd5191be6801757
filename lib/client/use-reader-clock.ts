import { useSyncExternalStore } from 'react'

const MINUTE = 60_000
const HALF_MINUTE = 30_000

/**
 * The reader's time to the minute, and how far their clock is ahead of UTC. The server does not know where the
 * reader is: there, and while the page begins, it is UTC, and the time at which it was `sent`.
 */
export function useReaderClock(sent: number): { now: number; offsetMs: number } {
  const now = useSyncExternalStore(everyMinute, thisMinute, () => sent)
  const offsetMs = useSyncExternalStore(everyMinute, offset, () => 0)
  return { now, offsetMs }
}

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, HALF_MINUTE)
  return () => clearInterval(timer)
}

const thisMinute = (): number => Math.floor(Date.now() / MINUTE) * MINUTE

const offset = (): number => -new Date().getTimezoneOffset() * MINUTE
