import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { moves } from '@/lib/client/decisions/steady-press'

/** Movements of so many pixels take no press from one button to another. */
const JITTER = 4

const EDGES = ['top', 'bottom', 'left', 'right'] as const

type Places = ReadonlyMap<string, DOMRect>

/**
 * Tells which of the buttons in a dock have moved, other than by scrolling: its rows change, or the dock or something
 * beside it is resized. A button that kept its place goes on taking presses.
 */
export function useMoveWatch(dock: RefObject<HTMLElement | null>, rows: string): void {
  const before = useRef<Places>(new Map())
  useLayoutEffect(() => {
    if (rows !== '') tellMoves(dock.current, before)
  }, [dock, rows])

  const hasRows = rows !== ''
  useEffect(() => {
    const place = dock.current
    if (!hasRows || !place) return
    const observer = new ResizeObserver(() => tellMoves(place, before))
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
}

function tellMoves(dock: HTMLElement | null, before: { current: Places }): void {
  if (!dock) return
  const now = placesIn(dock)
  const moved = [...now].flatMap(([button, box]) =>
    hasMoved(before.current.get(button) ?? box, box) ? [button] : [],
  )
  before.current = now
  if (moved.length > 0) moves.mark(moved)
}

const hasMoved = (box: DOMRect, now: DOMRect): boolean =>
  EDGES.some(edge => Math.abs(now[edge] - box[edge]) > JITTER)

const placesIn = (dock: HTMLElement): Places =>
  new Map(
    [...dock.querySelectorAll<HTMLElement>('button[data-decides]')].map(button => [
      button.dataset.decides ?? '',
      button.getBoundingClientRect(),
    ]),
  )
