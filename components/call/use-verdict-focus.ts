import { useCallback, useLayoutEffect, useRef } from 'react'
import { isWaiting } from '@/lib/domain/call-state'
import type { SessionView } from '@/lib/domain/view'
import { showCard } from './show-card'

type Following = { callId: string; held: HTMLElement | null }

/**
 * After a decision the focus goes to the next undecided Call, else to the line that says what was decided,
 * and follows that line when it moves from the dock into the transcript. It is never taken from elsewhere.
 */
export function useVerdictFocus(view: SessionView): (callIds: string[]) => void {
  const following = useRef<Following | null>(null)
  const latest = useRef(view)

  const follow = useCallback(() => {
    if (following.current) following.current = followOn(following.current, latest.current)
  }, [])

  useLayoutEffect(() => {
    latest.current = view
    follow()
  }, [view, follow])

  return useCallback(
    (callIds: string[]) => {
      const callId = callIds.at(-1)
      following.current = callId === undefined ? null : { callId, held: null }
      follow()
    },
    [follow],
  )
}

/** Null once the focus has arrived at another Call, or a person has moved it. */
function followOn({ callId, held }: Following, view: SessionView): Following | null {
  if (!isOurs(held)) return null
  const set = view.openSets.find(candidate => candidate.calls.some(call => call.id === callId))
  const waiting = set?.calls.filter(isWaiting) ?? []
  if (waiting.some(call => call.id === callId)) return { callId, held }
  const next = waiting[0]
  if (next) {
    const card = find(`[data-call="${CSS.escape(next.id)}"]`)
    if (card) showCard(card)
    return card ? null : { callId, held }
  }
  const line = verdictOf(callId)
  if (line && line !== document.activeElement) line.focus()
  return { callId, held: line ?? held }
}

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)

/** In the dock as long as it stands there. */
function verdictOf(callId: string): HTMLElement | null {
  const line = `[data-verdict="${CSS.escape(callId)}"]`
  return find(`[data-dock] ${line}`) ?? find(line)
}

/** The focus is where we put it, or nowhere since that is gone; before, it is in the dock or nowhere. */
function isOurs(held: HTMLElement | null): boolean {
  const active = document.activeElement
  const nowhere = active === null || active === document.body
  if (held) return active === held || (nowhere && !held.isConnected)
  return nowhere || active.closest('[data-dock]') !== null
}
