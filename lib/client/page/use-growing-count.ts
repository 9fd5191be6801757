import { startTransition, useEffect, useState } from 'react'

/** More than fills any window; so many more come at a time. */
const STEP = 30

/**
 * How much of a long list is there by now: its beginning at once, the rest step by step. Each step is a piece of work by
 * itself, between which whatever somebody does comes first.
 */
export function useGrowingCount(length: number): number {
  const [count, setCount] = useState(STEP)
  useEffect(() => {
    if (count >= length) return
    const timer = setTimeout(() => startTransition(() => setCount(count + STEP)))
    return () => clearTimeout(timer)
  }, [count, length])
  return Math.min(count, length)
}
