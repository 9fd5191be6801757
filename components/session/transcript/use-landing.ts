import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { setOpen } from '@/lib/client/page/page-state'
import {
  isIn,
  type LinkTarget,
  landingAfter,
  NO_LANDING,
  placeIn,
  type Row,
} from '@/lib/client/text/transcript-rows'

/** The place that the address names. */
export function useLinkTarget(): LinkTarget | null {
  const [target, setPlace] = useState<LinkTarget | null>(null)
  useEffect(() => {
    const read = (): void => setPlace(placeIn(location.hash))
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return target
}

type Options = {
  list: RefObject<HTMLElement | null>
  rows: Row[]
  target: LinkTarget | null
  /** Whether everything around the place is loaded. */
  isReady: boolean
  /** Brings a row into view, by its index. */
  show: (index: number) => void
  leaveEnd: () => void
}

/**
 * Brings the linked entry into view, opens it and focuses it, as soon as its row is there. It stays where it is, whatever
 * loads around it or turns out taller, until the person moves. Gives the sequence number of the entry.
 */
export function useLanding({ list, rows, target, isReady, show, leaveEnd }: Options): number | null {
  const [landing, setLanding] = useState(NO_LANDING)
  const isPinned = useRef(false)
  // Whoever scrolls, presses or types in the list, or presses what leads through it, takes over.
  useEffect(
    () =>
      onMoves(list.current?.parentElement, () => {
        isPinned.current = false
      }),
    [list],
  )
  const wantedTarget = useWantedPlace(target)
  useLayoutEffect(() => {
    const next = landingAfter(landing, { target: wantedTarget(), rows, isReady })
    if (next === landing) return
    leaveEnd()
    isPinned.current = true
    for (const id of next.unfolds) setOpen(id, true)
    setLanding(next)
  }, [landing, wantedTarget, isReady, rows, leaveEnd])
  const index = landing.seq === null ? -1 : rows.findIndex(row => isIn(row, landing.seq))
  const focused = useRef(NO_LANDING)
  // After each render: the row may be rendered only now, and others may have moved it.
  useLayoutEffect(() => {
    if (!isPinned.current || index === -1) return
    show(index)
    const element = list.current?.querySelector<HTMLElement>('[data-linked]')
    if (!element || focused.current === landing) return
    focused.current = landing
    element.focus({ preventScroll: true })
  })
  return landing.seq
}

/**
 * The place, unless the person has pressed or typed anything since: what comes late must not take the focus from under
 * their hands.
 */
function useWantedPlace(target: LinkTarget | null): () => LinkTarget | null {
  const isWanted = useRef(true)
  const lastPlace = useRef(target)
  useEffect(() => {
    const drop = (): void => {
      isWanted.current = false
    }
    const until = new AbortController()
    for (const name of ['pointerdown', 'keydown'] as const)
      document.addEventListener(name, drop, { capture: true, signal: until.signal })
    return () => until.abort()
  }, [])
  return useCallback(() => {
    if (lastPlace.current !== target) isWanted.current = true
    lastPlace.current = target
    return isWanted.current ? target : null
  }, [target])
}

/** A screen reader presses a button by a click alone. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'click'] as const

/** Hears of what a person does that may move a list, until it is told to stop. */
export function onMoves(element: Element | null | undefined, move: (event: Event) => void): () => void {
  const until = new AbortController()
  for (const name of MOVES) element?.addEventListener(name, move, { passive: true, signal: until.signal })
  return () => until.abort()
}
