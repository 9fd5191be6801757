import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type CallBox, placeAfter, type ReadingPosition } from './reading-place'

/** A Call that begins so many pixels below the edge is not the one that is read yet. */
const LINE = 48

/** Layout is in fractions of pixels. */
const EDGE = 2

/** Which Call is read, as the column is scrolled, and how to go to another one. */
export function useReadingPlace(column: RefObject<HTMLElement | null>, first: string | undefined) {
  const [position, setPlace] = useState<ReadingPosition>({ id: first, isChosen: true })
  useEffect(() => {
    const element = column.current
    if (!element) return
    let frame = 0
    const measure = (): void => {
      frame = 0
      const { boxes, view } = layoutOf(element)
      setPlace(before => placeAfter(before, boxes, view))
    }
    const soon = (): void => {
      frame ||= requestAnimationFrame(measure)
    }
    element.addEventListener('scroll', soon)
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', soon)
    }
  }, [column])
  const take = useCallback((id: string): void => setPlace({ id, isChosen: true }), [])
  const goal = useRef<string | undefined>(undefined)
  const show = useCallback(
    (id: string): void => {
      take(id)
      goal.current = id
      const group = groupIn(column.current, id)
      group?.focus({ preventScroll: true })
      group?.scrollIntoView({ block: 'start', inline: 'start' })
    },
    [take, column],
  )
  useGoal(column, goal, show)
  return { read: position.id, take, show }
}

/** A swipe that has not come to rest leads back from where somebody went meanwhile. Then the page goes there once more. */
function useGoal(
  column: RefObject<HTMLElement | null>,
  goal: RefObject<string | undefined>,
  show: (id: string) => void,
): void {
  useEffect(() => {
    const element = column.current
    if (!element) return
    const hold = (): void => {
      const id = goal.current
      const { boxes, isPaged } = layoutOf(element)
      const box = boxes.find(one => one.id === id)
      if (id !== undefined && isPaged && box && Math.abs(box.start) > EDGE) show(id)
    }
    const forget = (): void => {
      goal.current = undefined
    }
    element.addEventListener('scrollend', hold)
    for (const way of WAYS) element.addEventListener(way, forget, { passive: true })
    return () => {
      element.removeEventListener('scrollend', hold)
      for (const way of WAYS) element.removeEventListener(way, forget)
    }
  }, [column, goal, show])
}

/** How a person scrolls the column. */
const WAYS = ['pointerdown', 'wheel'] as const

export const groupIn = (column: HTMLElement | null, id: string | undefined): HTMLElement | null =>
  column?.querySelector<HTMLElement>(`[data-review="${CSS.escape(id ?? '')}"]`) ?? null

/** On a phone the Calls are pages side by side. */
function layoutOf(column: HTMLElement) {
  const edge = column.getBoundingClientRect()
  const isPaged = column.scrollWidth > column.clientWidth + 1
  const boxes = [...column.querySelectorAll<HTMLElement>('[data-review]')].map((group): CallBox => {
    const box = group.getBoundingClientRect()
    const id = group.dataset.review ?? ''
    return isPaged ? { id, start: box.left - edge.left } : { id, start: box.top - edge.top }
  })
  const view = isPaged
    ? { line: edge.width / 2, length: edge.width / 2 }
    : { line: LINE, length: edge.height }
  return { boxes, view, isPaged }
}
