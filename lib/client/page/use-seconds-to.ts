import { useCallback, useEffect, useState } from 'react'
import type { Instant } from '@/lib/domain/instant'
import { serverNow } from '../api/fetch-api'

/** Whole seconds until `end` by the clock of the server, never more than from `start` to there. */
export function useSecondsTo(end: Instant | undefined, start?: Instant): number {
  const secondsLeft = useCallback((): number => {
    if (end === undefined) return 0
    const most = start === undefined ? Number.POSITIVE_INFINITY : Date.parse(end) - Date.parse(start)
    return Math.max(0, Math.ceil(Math.min(Date.parse(end) - serverNow(), most) / 1_000))
  }, [end, start])
  const [seconds, setSeconds] = useState(secondsLeft)
  useEffect(() => {
    const tick = (): void => setSeconds(secondsLeft())
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [secondsLeft])
  return seconds
}
