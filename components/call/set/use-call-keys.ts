import { useEffect } from 'react'
import { isFreeKey, pageAim } from '@/lib/client/decisions/key-aim'
import { formRequest, keyCommand, keyRefusal } from '@/lib/client/decisions/key-command'
import { takeSent } from '@/lib/client/decisions/use-send-message'
import { cardOf, goToCall, goToCurrentCall, isFocusLost } from './call-focus'

/**
 * y, n, e press the buttons of the current Call, r replaces it, j and k move to another, a approves all of a set: while keys are
 * live, the focus is on the page or in the dock, and nobody is writing a message. Escape leads to the current Call.
 */
export function useCallKeys(isWriting: () => boolean): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isFreeKey(event)) return
      const aim = pageAim.get()
      if (event.key === 'Escape' && aim.current) goToCurrentCall()
      const command = isInDock(event) ? keyCommand(aim, event) : null
      if (!command) return
      event.preventDefault()
      if (isWriting()) refuse(command.callId, 'writing')
      else if (command.do === 'go') goToCall(command.callId)
      else if (command.do === 'press') pressIn(cardOf(command.callId), command)
      else if (command.do === 'approve all') approveAll(command)
      else if (cardOf(command.callId)?.querySelector('[data-form~="replace"]'))
        formRequest.set({ callId: command.callId, form: 'replace' })
      else refuse(command.callId, 'absent')
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isWriting])
}

const REFUSAL_MS = 4_000

/** Says beside the buttons for a while why a key does nothing. */
function refuse(callId: string, why: NonNullable<ReturnType<typeof keyRefusal.get>>['why']): void {
  const refusal = { callId, why }
  keyRefusal.set(refusal)
  setTimeout(() => keyRefusal.get() === refusal && keyRefusal.set(null), REFUSAL_MS)
}

/** Whoever has sent a message, and has done nothing since, is led to what comes of it. */
export function useArrivalFocus(isThere: boolean): void {
  useEffect(() => {
    if (isThere && takeSent() && (isFocusLost() || document.activeElement?.id === 'message'))
      goToCurrentCall()
  }, [isThere])
}

/** Presses the button for all of the set with the focus, else of that of the current Call. */
function approveAll({ callId }: { callId: string }): void {
  const setId = setOf(document.activeElement) ?? setOf(cardOf(callId)) ?? ''
  const parts = [...document.querySelectorAll(`[data-set-id="${CSS.escape(setId)}"]`)]
  // Reads that share a row have a button of their own, before that of the set.
  const part = parts.findLast(each => buttonIn(each, 'a') !== null) ?? null
  pressIn(part, { callId, letter: 'a' })
}

function pressIn(
  container: Element | null,
  { callId, letter = '' }: { callId: string; letter?: string },
): void {
  const button = buttonIn(container, letter)
  if (!button) refuse(callId, 'absent')
  // A press on the button has read on it what is unread; a key has not.
  else if (button.dataset.unread) refuse(callId, 'unreadSet')
  else if (button.ariaDisabled !== 'true') button.click()
  else refuse(callId, button.hasAttribute('aria-describedby') ? 'unread' : 'changed')
}

const setOf = (element: Element | null): string | undefined =>
  element?.closest<HTMLElement>('[data-set-id]')?.dataset.setId

/** Only what is visible: the page of a session that is being left is still there. */
function buttonIn(container: Element | null, key: string): HTMLElement | null {
  const button = container?.querySelector<HTMLElement>(`button[aria-keyshortcuts~="${key}"]`)
  return button?.checkVisibility() ? button : null
}

const isInDock = ({ target }: KeyboardEvent): boolean =>
  target === document.body ||
  (target instanceof Element &&
    target.closest('[data-dock], [data-set]:has([data-dock]), [role="log"]') !== null &&
    target.closest('[role="tablist"]') === null)
