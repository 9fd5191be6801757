import { useLayoutEffect, useState } from 'react'
import { isWaiting } from '@/lib/domain/call/call-state'
import type { SessionView } from '@/lib/domain/session/view'
import { cardOf, isFocusLost, placeFocus, showCard } from './call-focus'

/** `from`: what had the focus at the decision; `line`: the line of the verdict, once it has the focus. */
type VerdictFocus = { callId: string; from: Element | null; line?: HTMLElement }

/**
 * After a decision the focus goes to the next undecided Call, or to the line that says what was decided, and follows that
 * line when it moves from the dock into the transcript. It is never taken from elsewhere: whoever has moved on meanwhile
 * stays where they are. Call the result after a decision is stored.
 */
export function useVerdictFocus(view: SessionView): (decided: VerdictFocus) => void {
  const [focus, setFocus] = useState<VerdictFocus | null>(null)
  useLayoutEffect(() => {
    if (focus) setFocus(followOn(focus, view))
  }, [focus, view])
  return setFocus
}

/** Null once the focus is on another Call, or a person has moved it. */
function followOn(focus: VerdictFocus, view: SessionView): VerdictFocus | null {
  const { callId } = focus
  if (!isOurs(focus)) return null
  const set = view.openSets.find(({ calls }) => calls.some(({ id }) => id === callId))
  const waiting = set?.calls.filter(isWaiting) ?? []
  if (waiting.some(({ id }) => id === callId)) return focus
  if (waiting[0]) {
    const card = cardOf(waiting[0].id)
    if (card) showCard(card)
    return card ? null : focus
  }
  // In the dock as long as it is there.
  const lines = [...document.querySelectorAll<HTMLElement>(`[data-verdict="${CSS.escape(callId)}"]`)]
  const line = lines.find(each => each.closest('[data-dock]')) ?? lines[0]
  if (line) placeFocus(line)
  return line && line !== focus.line ? { ...focus, line } : focus
}

/** The focus is where we put it, or lost because that is gone; before that, still in the dock, or lost. */
function isOurs({ from, line }: VerdictFocus): boolean {
  const active = document.activeElement
  if (line) return active === line || (isFocusLost() && !line.isConnected)
  return isFocusLost() || (active === from && active?.closest('[data-dock]') != null)
}
