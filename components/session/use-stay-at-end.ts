import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** How far from its end a list still counts as being at it, in pixels. */
const NEAR = 48

/**
 * Keeps a scrolled list at its end while it grows or its room changes, as long as it was there. A person who
 * scrolled up, or who opened something to read it, is left where they are.
 */
export function useStayAtEnd(list: RefObject<HTMLElement | null>): { isAtEnd: boolean; toEnd: () => void } {
  const [isAtEnd, setAtEnd] = useState(true)
  const follow = useRef(true)
  const turn = useCallback((follows: boolean): void => {
    follow.current = follows
    setAtEnd(follows)
  }, [])
  useEffect(() => {
    const element = list.current
    return element ? following(element, { follows: () => follow.current, turn }) : undefined
  }, [list, turn])
  const toEnd = useCallback((): void => {
    turn(true)
    if (list.current) list.current.scrollTop = list.current.scrollHeight
  }, [list, turn])
  return { isAtEnd, toEnd }
}

type Following = { follows: () => boolean; turn: (follows: boolean) => void }

function following(element: HTMLElement, { follows, turn }: Following): () => void {
  let top = element.scrollTop
  let isOpening = false
  const isNear = (): boolean => element.scrollHeight - element.scrollTop - element.clientHeight < NEAR
  // Only who moves up leaves the end: a list that grows moves its end away, and nobody else.
  const look = (): void => {
    if (isNear()) turn(true)
    else if (element.scrollTop < top) turn(false)
    top = element.scrollTop
  }
  const stay = (): void => {
    if (isOpening) turn(isNear())
    else if (follows()) element.scrollTop = element.scrollHeight
    isOpening = false
  }
  const open = ({ target }: Event): void => {
    isOpening = target instanceof Element && target.closest('summary, button') !== null
  }
  const sizes = new ResizeObserver(stay)
  sizes.observe(element)
  for (const child of element.children) sizes.observe(child)
  element.addEventListener('scroll', look, { passive: true })
  element.addEventListener('click', open, { capture: true })
  return () => {
    sizes.disconnect()
    element.removeEventListener('scroll', look)
    element.removeEventListener('click', open, { capture: true })
  }
}
