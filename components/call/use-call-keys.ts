import { useEffect } from 'react'
import { showCard } from './show-card'

const DECIDING = ['y', 'n', 'e', 'r']

type Options = {
  /** The Call that keys act on. */
  current: string | undefined
  /** The waiting Calls, in order. */
  calls: string[]
  /** True while a person is in the middle of writing a message. */
  isWriting: () => boolean
  /** A key leads to a Call: it is to be the current one, and open. */
  onGo: (callId: string) => void
}

/**
 * y, n, e, r press the buttons of the current Call, j and k choose it, a approves all. Only where the focus is on the page or
 * in the dock, and never while something unsent stands in the message box: letters are for writing first.
 */
export function useCallKeys({ current, calls, isWriting, onGo }: Options): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (isForSomethingElse(event) || isWriting()) return
      if (event.key === 'j' || event.key === 'k') {
        const next = calls[calls.indexOf(current ?? '') + (event.key === 'j' ? 1 : -1)]
        if (next === undefined) return
        event.preventDefault()
        onGo(next)
        const card = cardOf(next)
        if (card) showCard(card)
      } else if (DECIDING.includes(event.key) && current !== undefined) {
        event.preventDefault()
        buttonIn(cardOf(current), event.key)?.click()
      } else if (event.key === 'a' && current !== undefined) {
        buttonIn(cardOf(current)?.closest('[data-dock]') ?? null, event.key)?.click()
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [current, calls, isWriting, onGo])
}

const cardOf = (callId: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-call="${CSS.escape(callId)}"]`)

/** What cannot be seen cannot be pressed: the page of a session that one is about to leave is still there. */
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
