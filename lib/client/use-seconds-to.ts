import { useEffect, useState } from 'react'
import type { Instant } from '@/lib/domain/instant'

/**
 * Whole seconds until `end`, never more than from `start` to there: the clock of this machine need not be that of
 * the server.
 */
export function useSecondsTo(end: Instant | undefined, start: Instant | undefined): number {
  const [left, setLeft] = useState(() => secondsTo(end, start))
  useEffect(() => {
    const look = (): void => setLeft(secondsTo(end, start))
    look()
    const timer = setInterval(look, 250)
    return () => clearInterval(timer)
  }, [end, start])
  return left
}

function secondsTo(end: Instant | undefined, start: Instant | undefined): number {
  if (end === undefined) return 0
  const most = start === undefined ? Number.POSITIVE_INFINITY : Date.parse(end) - Date.parse(start)
  return Math.max(0, Math.ceil(Math.min(Date.parse(end) - Date.now(), most) / 1_000))
}
