import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { type AimedCall, isFreeKey, pageAim } from '@/lib/client/decisions/key-aim'
import { formRequest, keyCommand } from '@/lib/client/decisions/key-command'
import { cardOf, goToCall } from './call-focus'

type Options = {
  /** Whether keys act on this dock. */
  isInHand: boolean
  /** Whether the message box holds unsent text. */
  isWriting: () => boolean
  /** Leads to the Call that a key moves to. */
  onGo: (callId: string) => void
}

/**
 * y, n, e press the buttons of the current Call, r replaces it, j and k move to another, a approves all of a set. Only while keys are
 * live, the focus is on the page or in the dock, and the message box holds no unsent text.
 */
export function useCallKeys({ isInHand, isWriting, onGo }: Options): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isInHand || !isFreeKey(event) || !isInDock(event) || isWriting()) return
      const command = keyCommand(pageAim.get(), event)
      if (command?.do === 'go') {
        event.preventDefault()
        onGo(command.callId)
      } else if (command?.do === 'press') {
        event.preventDefault()
        buttonIn(cardOf(command.callId), command.letter)?.click()
      } else if (command?.do === 'replace') {
        event.preventDefault()
        formRequest.set({ callId: command.callId, form: 'replace' })
      } else if (command) approveAll(command.callId)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isInHand, isWriting, onGo])
}

/** Makes a Call the current one, which opens it, and leads there: a person's own move. What it returns stays the same. */
export function useGoToCall(calls: readonly AimedCall[], go = goToCall): (callId: string) => void {
  const latest = useRef(calls)
  useLayoutEffect(() => {
    latest.current = calls
  }, [calls])
  return useCallback((id: string) => go(id, latest.current), [go])
}

/** Presses the button for all of the set with the focus, else of that of the current Call. */
function approveAll(callId: string): void {
  const setId = setOf(document.activeElement) ?? setOf(cardOf(callId)) ?? ''
  const parts = [...document.querySelectorAll(`[data-set-id="${CSS.escape(setId)}"]`)]
  parts
    .map(part => buttonIn(part, 'a'))
    .find(button => button !== null)
    ?.click()
}

const setOf = (element: Element | null): string | undefined =>
  element?.closest<HTMLElement>('[data-set-id]')?.dataset.setId

/** Only what is visible: the page of a session that is being left is still there. */
function buttonIn(container: Element | null, key: string): HTMLElement | null {
  const button = container?.querySelector<HTMLElement>(`button[aria-keyshortcuts="${key}"]`)
  return button?.checkVisibility() ? button : null
}

const isInDock = ({ target }: KeyboardEvent): boolean =>
  target === document.body ||
  (target instanceof Element &&
    target.closest('[data-dock], [role="log"]') !== null &&
    target.closest('[role="tablist"]') === null)
