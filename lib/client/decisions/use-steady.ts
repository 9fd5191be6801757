import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** For so long nothing can be pressed that has appeared, changed or moved. */
const STEADY_MS = 300
const LOOK_MS = 50

/** Movements of so many pixels take no press from one button to another. */
const JITTER = 4

const EDGES = ['top', 'bottom', 'left', 'right'] as const

/**
 * False for a moment after something has appeared or changed, which gives it another `version`, and after its `place` has
 * moved: a press that was meant for what was there before must not decide about what is there now. Scrolling is a person's
 * own move. `look` says what is true at the moment of a press.
 */
export function useSteady(version: string, place?: RefObject<HTMLElement | null>) {
  const [steady, setSteady] = useState<string | null>(null)
  const latest = useRef<() => boolean>(() => false)
  useEffect(() => {
    const boxNow = (): DOMRect | undefined => place?.current?.getBoundingClientRect()
    let [box, since] = [boxNow(), performance.now()]
    const remember = (): void => {
      box = boxNow()
    }
    latest.current = () => {
      const before = box
      remember()
      if (hasMoved(before, box)) since = performance.now()
      const isSteady = performance.now() - since >= STEADY_MS
      setSteady(isSteady ? version : null)
      return isSteady
    }
    const timer = setInterval(() => latest.current(), LOOK_MS)
    window.addEventListener('scroll', remember, { capture: true, passive: true })
    return () => {
      setSteady(null)
      clearInterval(timer)
      window.removeEventListener('scroll', remember, { capture: true })
    }
  }, [version, place])
  const look = useCallback(() => latest.current(), [])
  return { isSteady: steady === version, look }
}

const hasMoved = (before: DOMRect | undefined, now: DOMRect | undefined): boolean =>
  before !== undefined && now !== undefined && EDGES.some(edge => Math.abs(now[edge] - before[edge]) > JITTER)
