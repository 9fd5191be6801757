import { type RefObject, useEffect } from 'react'
import { isComposing, keyLetter } from '@/lib/client/decisions/key-aim'
import { keyCommand } from '@/lib/client/decisions/key-command'
import type { Call } from '@/lib/domain/call/call'

type Options = {
  calls: readonly Call[]
  /** The Call that is read: keys decide this one, and no other when somebody else has decided it. */
  read: string | undefined
  /** Where the buttons that decide about the Call that is read are. */
  foot: RefObject<HTMLElement | null>
  onGo: (callId: string) => void
  onMark: () => void
}

/** As in the dock; and v says that the Call has been seen. */
export function useReviewKeys({ calls, read, foot, onGo, onMark }: Options): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (isForSomethingElse(event)) return
      const current = calls.find(({ id }) => id === read) ?? null
      const command = keyCommand({ calls, current, isLive: true }, event)
      if (keyLetter(event) === 'v') onMark()
      else if (command?.do === 'go') {
        event.preventDefault()
        onGo(command.callId)
      } else if (command?.do === 'press') {
        event.preventDefault()
        foot.current?.querySelector<HTMLElement>(`button[aria-keyshortcuts="${command.letter}"]`)?.click()
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [calls, read, foot, onGo, onMark])
}

const FIELDS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="tablist"]'

function isForSomethingElse(event: KeyboardEvent): boolean {
  if (event.repeat || isComposing(event) || event.defaultPrevented) return true
  if (event.ctrlKey || event.metaKey || event.altKey) return true
  return event.target instanceof Element && event.target.closest(FIELDS) !== null
}
