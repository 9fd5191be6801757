import { type RefObject, useCallback, useEffect, useState } from 'react'
import { type CallBox, placeAfter, type ReadingPlace } from './reading-place'

/** A Call that begins so many pixels below the edge is not the one that is read yet. */
const LINE = 48

/** Which Call is read, as the column is scrolled, and how to go to another one. */
export function useReadingPlace(column: RefObject<HTMLElement | null>, first: string | undefined) {
  const [place, setPlace] = useState<ReadingPlace>({ id: first, isChosen: true })
  useEffect(() => {
    const element = column.current
    if (!element) return
    let frame = 0
    const look = (): void => {
      frame = 0
      const { boxes, view } = layoutOf(element)
      setPlace(before => placeAfter(before, boxes, view))
    }
    const soon = (): void => {
      frame ||= requestAnimationFrame(look)
    }
    element.addEventListener('scroll', soon)
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', soon)
    }
  }, [column])
  const take = useCallback((id: string): void => setPlace({ id, isChosen: true }), [])
  const show = useCallback(
    (id: string): void => {
      take(id)
      const group = groupIn(column.current, id)
      group?.focus({ preventScroll: true })
      group?.scrollIntoView({ block: 'start', inline: 'start' })
    },
    [take, column],
  )
  return { read: place.id, take, show }
}

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
  return { boxes, view }
}
