import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { watchFocusLoss } from '@/lib/client/decisions/focus-loss'
import { keyLetter, pageAim } from '@/lib/client/decisions/key-aim'
import { showCard } from './dock-focus'

const DECIDING = ['y', 'n', 'e', 'r']

type Options = {
  /** Whether keys act on this dock. */
  isInHand: boolean
  /** Whether the message box holds unsent text. */
  isWriting: () => boolean
  /** Opens the Call that a key moves to. */
  onGo: (callId: string) => void
}

/**
 * y, n, e, r press the buttons of the current Call, j and k move to another, a approves all. Only while keys are live, the
 * focus is on the page or in the dock, and the message box holds no unsent text.
 */
export function useCallKeys({ isInHand, isWriting, onGo }: Options): void {
  useEffect(watchFocusLoss, [])
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { calls, current, isLive } = pageAim.get()
      if (!isInHand || !isLive || isForSomethingElse(event) || isWriting()) return
      const letter = keyLetter(event)
      if (letter === 'j' || letter === 'k') {
        const next = calls[calls.findIndex(({ id }) => id === current?.id) + (letter === 'j' ? 1 : -1)]
        if (next === undefined) return
        event.preventDefault()
        flushSync(() => onGo(next.id))
        const card = cardOf(next.id)
        if (card) showCard(card)
      } else if (DECIDING.includes(letter) && current) {
        event.preventDefault()
        buttonIn(cardOf(current.id), letter)?.click()
      } else if (letter === 'a' && current) {
        buttonIn(cardOf(current.id)?.closest('[data-dock]') ?? null, letter)?.click()
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isInHand, isWriting, onGo])
}

const cardOf = (callId: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-call="${CSS.escape(callId)}"]`)

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

/** Only what is visible: the page of a session that is being left is still there. */
function buttonIn(place: Element | null, key: string): HTMLElement | null {
  const button = place?.querySelector<HTMLElement>(`button[aria-keyshortcuts="${key}"]`)
  return button?.checkVisibility() ? button : null
}

const FIELDS =
  'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="tablist"], [role="dialog"], dialog'

function isForSomethingElse(event: KeyboardEvent): boolean {
  if (event.repeat || event.isComposing || event.defaultPrevented) return true
  if (event.ctrlKey || event.metaKey || event.altKey) return true
  if (document.querySelector('dialog[open], [popover]:popover-open')) return true
  const target = event.target
  if (!(target instanceof Element) || target.closest(FIELDS)) return true
  return target !== document.body && target.closest('[data-dock], [role="log"]') === null
}
