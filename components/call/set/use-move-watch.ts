import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ARMING_MS } from '@/lib/client/decisions/use-armed'

/** Movements of so many pixels take no press from one button to another. */
const JITTER = 4

const EDGES = ['top', 'bottom', 'left', 'right'] as const

type Places = ReadonlyMap<string, DOMRect>

const NONE: ReadonlySet<string> = new Set()

/**
 * The buttons in a dock that moved a moment ago, other than by scrolling: its rows changed, or the dock or something
 * beside it was resized. A button that kept its place goes on taking presses.
 */
export function useMoveWatch(dock: RefObject<HTMLElement | null>, rows: string): ReadonlySet<string> {
  const [moved, setMoved] = useState(NONE)
  const before = useRef<Places>(new Map())
  useLayoutEffect(() => {
    const moves = rows === '' ? [] : movesIn(dock.current, before)
    setMoved(last => including(last, moves))
  }, [dock, rows])

  const hasRows = rows !== ''
  useEffect(() => {
    const place = dock.current
    if (!hasRows || !place) return
    const look = (): void => {
      const moves = movesIn(place, before)
      if (moves.length > 0) flushSync(() => setMoved(last => including(last, moves)))
    }
    const observer = new ResizeObserver(look)
    const beside = place.closest('[data-set]')?.parentElement?.children ?? place.parentElement?.children ?? []
    for (const element of [place, ...beside]) observer.observe(element)
    const remember = (): void => {
      before.current = placesIn(place)
    }
    window.addEventListener('scroll', remember, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', remember, { capture: true })
    }
  }, [dock, hasRows])

  useEffect(() => {
    if (moved === NONE) return
    const timer = setTimeout(() => setMoved(NONE), ARMING_MS)
    return () => clearTimeout(timer)
  }, [moved])
  return moved
}

/** Which buttons are elsewhere than before; from now on it is this place that counts. */
function movesIn(dock: HTMLElement | null, before: { current: Places }): string[] {
  if (!dock) return []
  const now = placesIn(dock)
  const moves = [...now].flatMap(([button, box]) =>
    hasMoved(before.current.get(button) ?? box, box) ? [button] : [],
  )
  before.current = now
  return moves
}

const including = (last: ReadonlySet<string>, moves: string[]): ReadonlySet<string> =>
  moves.length > 0 ? new Set([...last, ...moves]) : last

const hasMoved = (box: DOMRect, now: DOMRect): boolean =>
  EDGES.some(edge => Math.abs(now[edge] - box[edge]) > JITTER)

const placesIn = (dock: HTMLElement): Places =>
  new Map(
    [...dock.querySelectorAll<HTMLElement>('button[data-decides]')].map(button => [
      button.dataset.decides ?? '',
      button.getBoundingClientRect(),
    ]),
  )
