import { type FocusEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { type AimedCall, focusMover, pageAim } from '@/lib/client/decisions/key-aim'

/**
 * Reports to the key aim where in a dock the focus is, and whether a person or the page moved it there. If the focused card
 * goes and nobody here has decided about it, the dock itself takes the focus, or else the transcript: there no key does
 * anything.
 */
export function useDockFocus(dock: RefObject<HTMLElement | null>, calls: readonly AimedCall[]) {
  const last = useRef<EventTarget | null>(null)
  const focused = useRef<Element | null>(null)

  useLayoutEffect(() => {
    const isGone = focused.current !== null && !focused.current.isConnected
    const place = dock.current ?? document.querySelector<HTMLElement>('[role="log"]')
    if (isGone && place && isFocusLost() && !pageAim.get().isLive) placeFocus(place)
    if (isGone) focused.current = null
  })

  const report = (target: EventTarget, by: 'person' | 'page'): void => {
    const card = target instanceof Element ? target.closest<HTMLElement>('[data-call]') : null
    pageAim.tell({ type: 'focused', by, calls, id: card?.dataset.call ?? null })
  }
  return {
    onFocus: ({ target, relatedTarget }: FocusEvent): void => {
      const isPlaced = takePlaced(target)
      const isFromDialog = relatedTarget instanceof Element && relatedTarget.closest('dialog') !== null
      // The window has only come back to the front.
      if (target === last.current) return
      last.current = target
      focused.current = target.closest('[data-call]') && target
      report(target, focusMover({ isPlaced, isFromDialog }))
    },
    onBlur: ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null || document.hasFocus()) last.current = null
      if (relatedTarget !== null) focused.current = null
    },
    onPointerDown: ({ target }: PointerEvent): void => report(target, 'person'),
  }
}

export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** Where the page has just moved the focus, until the event arrives. */
let placedElement: EventTarget | null = null

/** Moves the focus for a person, which does not count as their own move. */
export function placeFocus(element: HTMLElement): void {
  if (element === document.activeElement) return
  placedElement = element
  element.focus({ preventScroll: true })
}

/** Whether the page moved the focus there: true once. */
function takePlaced(element: EventTarget): boolean {
  const isPlaced = element === placedElement
  placedElement = null
  return isPlaced
}

/** Focuses a card and scrolls to its beginning, however long it is. */
export function showCard(card: HTMLElement): void {
  placeFocus(card)
  card.scrollIntoView({ block: 'start' })
}
