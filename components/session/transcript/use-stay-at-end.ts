import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { onMoves } from './use-landing'

/** How far from its end a list still counts as being at its end, in pixels. */
const NEAR = 48

export type StayAtEnd = {
  isAtEnd: boolean
  /** The same, without waiting for the next render. */
  isFollowing: () => boolean
  toEnd: () => void
  /** Stops following, so that something further up can come into view. */
  leaveEnd: () => void
}

/**
 * Keeps a list at its end while it grows or is resized, as long as it was there. Whoever scrolls up, or opens something to
 * read it, stays where they are.
 */
export function useStayAtEnd(list: RefObject<HTMLElement | null>): StayAtEnd {
  const [isAtEnd, setAtEnd] = useState(true)
  const follow = useRef(true)
  const turn = useCallback((follows: boolean): void => {
    follow.current = follows
    setAtEnd(follows)
  }, [])
  useEffect(() => {
    const element = list.current
    return element ? followEnd(element, { follows: () => follow.current, turn }) : undefined
  }, [list, turn])
  const toEnd = (): void => {
    turn(true)
    if (list.current) list.current.scrollTop = list.current.scrollHeight
  }
  const leaveEnd = useCallback(() => turn(false), [turn])
  const isFollowing = useCallback(() => follow.current, [])
  return { isAtEnd, isFollowing, toEnd, leaveEnd }
}

const placeOf = ({ scrollTop, clientWidth, clientHeight }: HTMLElement) => ({
  top: scrollTop,
  width: clientWidth,
  height: clientHeight,
})

/** How long after a person moved a list what moves was moved by them. */
const MOVE_MS = 1_000

type FollowState = { follows: () => boolean; turn: (follows: boolean) => void }

function followEnd(element: HTMLElement, { follows, turn }: FollowState): () => void {
  let last = placeOf(element)
  // What was pressed last in the list. While it is open somebody reads it, and its content may come late.
  let opener: Element | null = null
  let movedAt = -MOVE_MS
  let doubt: ReturnType<typeof setTimeout> | undefined
  const isNear = (): boolean => element.scrollHeight - element.scrollTop - element.clientHeight < NEAR
  // Only scrolling up leaves the end: a list that grows moves its end away, and the browser moves a list up that is
  // resized, or has lost lines. If it has grown again by then, `stay` is told so in the same frame.
  const onScroll = (): void => {
    const position = placeOf(element)
    const isSameSize = position.width === last.width && position.height === last.height
    if (isNear()) {
      if (position.top > last.top) opener = null
      turn(true)
    } else if (isSameSize && position.top < last.top) {
      if (performance.now() - movedAt < MOVE_MS) turn(false)
      else doubt = setTimeout(turn, 0, false)
    }
    last = position
  }
  const stay = (): void => {
    clearTimeout(doubt)
    if (opener) turn(isNear())
    else if (follows()) element.scrollTop = element.scrollHeight
    if (!isOpen(opener)) opener = null
    // The scroll event comes a frame later, when the list may have grown again.
    last = placeOf(element)
  }
  const press = ({ target }: Event): void => {
    opener = target instanceof Element ? target.closest('summary, button') : null
  }
  const sizes = new ResizeObserver(stay)
  sizes.observe(element)
  for (const child of element.children) sizes.observe(child)
  element.addEventListener('scroll', onScroll, { passive: true })
  element.addEventListener('click', press, { capture: true })
  const unhear = onMoves(element, ({ timeStamp }) => {
    movedAt = timeStamp
  })
  return () => {
    clearTimeout(doubt)
    sizes.disconnect()
    unhear()
    element.removeEventListener('scroll', onScroll)
    element.removeEventListener('click', press, { capture: true })
  }
}

/** Whether a button or the head of a row is there, and what it opens is open. */
const isOpen = (opener: Element | null): boolean =>
  opener?.isConnected === true && (opener.ariaExpanded === 'true' || opener.closest('details')?.open === true)
