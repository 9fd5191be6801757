import { useCallback, useLayoutEffect, useRef } from 'react'
import { isWaiting } from '@/lib/domain/call/call-state'
import type { SessionView } from '@/lib/domain/session/view'
import { cardOf, isFocusLost, placeFocus, showCard } from './call-focus'

/** `from`: what had the focus at the decision; `line`: the line of the verdict, once it has the focus. */
type VerdictFocus = { callId: string; from: Element | null; line: HTMLElement | null }

/**
 * After a decision the focus goes to the next undecided Call, or to the line that says what was decided, and follows that
 * line when it moves from the dock into the transcript. It is never taken from elsewhere: whoever has moved on meanwhile
 * stays where they are. Call the result when somebody decides, and what it returns once the decision is stored.
 */
export function useVerdictFocus(view: SessionView): (callIds: string[]) => () => void {
  const focus = useRef<VerdictFocus | null>(null)
  const latest = useRef(view)

  const follow = useCallback(() => {
    if (focus.current) focus.current = followOn(focus.current, latest.current)
  }, [])

  useLayoutEffect(() => {
    latest.current = view
    follow()
  }, [view, follow])

  return useCallback(
    (callIds: string[]) => {
      const from = document.activeElement
      const callId = callIds.at(-1)
      return () => {
        focus.current = callId === undefined ? null : { callId, from, line: null }
        follow()
      }
    },
    [follow],
  )
}

/** Null once the focus is on another Call, or a person has moved it. */
function followOn(focus: VerdictFocus, view: SessionView): VerdictFocus | null {
  const { callId } = focus
  if (!isOurs(focus)) return null
  const set = view.openSets.find(candidate => candidate.calls.some(call => call.id === callId))
  const waiting = set?.calls.filter(isWaiting) ?? []
  if (waiting.some(call => call.id === callId)) return focus
  if (waiting.length > 0) {
    const card = cardOf(waiting[0]?.id ?? '')
    if (card) showCard(card)
    return card ? null : focus
  }
  const line = verdictOf(callId)
  if (line) placeFocus(line)
  return line ? { ...focus, line } : focus
}

/** In the dock as long as it is there. */
function verdictOf(callId: string): HTMLElement | null {
  const line = `[data-verdict="${CSS.escape(callId)}"]`
  return (
    document.querySelector<HTMLElement>(`[data-dock] ${line}`) ?? document.querySelector<HTMLElement>(line)
  )
}

/** The focus is where we put it, or lost because that is gone; before that, still in the dock, or lost. */
function isOurs({ from, line }: VerdictFocus): boolean {
  const active = document.activeElement
  if (line) return active === line || (isFocusLost() && !line.isConnected)
  return isFocusLost() || (active === from && active?.closest('[data-dock]') != null)
}
