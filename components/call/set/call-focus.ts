import { flushSync } from 'react-dom'
import { pageAim } from '@/lib/client/decisions/key-aim'
import { openReads } from '@/lib/client/decisions/read-groups'

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
export function takePlaced(element: EventTarget): boolean {
  const isPlaced = element === placedElement
  placedElement = null
  return isPlaced
}

/** Focuses a card and scrolls to its beginning, however long it is. */
export function showCard(card: HTMLElement): void {
  placeFocus(card)
  card.scrollIntoView({ block: 'start' })
}

export const cardOf = (callId: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-call="${CSS.escape(callId)}"]`)

/** Shows Calls by themselves that were one row. */
export const splitReads = (ids: string[]): void =>
  flushSync(() => openReads.set(new Set([...openReads.get(), ...ids])))

/**
 * Makes a Call the current one, and leads there: a person's own move. A row that was pressed stays under the pointer, as far
 * as what is around it can be scrolled.
 */
export function goToCall(id: string, isPressed = false): void {
  const before = cardOf(id)?.getBoundingClientRect().top ?? 0
  const { calls } = pageAim.get()
  flushSync(() => pageAim.tell({ type: 'focused', by: 'person', calls, id }))
  const card = cardOf(id)
  if (card) placeFocus(card)
  if (!isPressed) card?.scrollIntoView({ block: 'start' })
  else
    for (let around = card?.parentElement; card && around; around = around.parentElement)
      around.scrollTop += card.getBoundingClientRect().top - before
}

/** Moves the focus from the message box to the current Call, or to the transcript. */
export function goToCurrentCall(): void {
  const { calls, current } = pageAim.get()
  const card = current && cardOf(current.id)
  if (!card) {
    const log = document.querySelector<HTMLElement>('[role="log"]')
    if (log) log.focus()
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    return
  }
  pageAim.tell({ type: 'focused', by: 'person', calls, id: current.id })
  showCard(card)
}
