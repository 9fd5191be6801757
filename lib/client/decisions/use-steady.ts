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
 * own move. `checkNow` says what is true at the moment of a press.
 */
export function useSteady(version: string, element?: RefObject<HTMLElement | null>) {
  const [steady, setSteady] = useState<string | null>(null)
  const latest = useRef<() => boolean>(() => false)
  useEffect(() => {
    let [last, since] = [positionOf(element?.current), performance.now()]
    latest.current = () => {
      const now = positionOf(element?.current)
      const { box, scrolled } = last ?? {}
      const hasMoved = EDGES.some(edge => box && now && Math.abs(now.box[edge] - box[edge]) > JITTER)
      if (hasMoved && now?.scrolled === scrolled) since = performance.now()
      last = now
      const isSteady = performance.now() - since >= STEADY_MS
      setSteady(isSteady ? version : null)
      return isSteady
    }
    const timer = setInterval(() => latest.current(), LOOK_MS)
    return () => {
      setSteady(null)
      clearInterval(timer)
    }
  }, [version, element])
  const checkNow = useCallback(() => latest.current(), [])
  return { isSteady: steady === version, checkNow }
}

type Position = { box: DOMRect; scrolled: number } | null

/** Where something is, and how far what is around it is scrolled. */
function positionOf(element: HTMLElement | null | undefined): Position {
  if (!element) return null
  let scrolled = 0
  for (let around = element.parentElement; around; around = around.parentElement)
    scrolled += around.scrollTop + around.scrollLeft
  return { box: element.getBoundingClientRect(), scrolled }
}
