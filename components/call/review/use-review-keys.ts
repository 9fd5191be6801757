import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'react'
import { type AimedCall, aimAfter, isComposing, keyLetter, NO_AIM } from '@/lib/client/decisions/key-aim'
import { keyCommand } from '@/lib/client/decisions/key-command'
import type { WaitingCall } from '@/lib/domain/call/call'
import { type Deciding, useDecidingHere } from '../set/deciding'
import { sightOf } from '../set/use-seen-calls'

/**
 * Which Call keys decide in a review. The rules are those of the dock, for this dialog alone: when that Call goes or
 * changes by somebody else’s doing, keys decide nothing until the person says where they are.
 */
export function useReviewAim(waiting: WaitingCall[], read: string | undefined) {
  const here = useDecidingHere()
  const calls = useMemo(
    (): AimedCall[] => waiting.map(call => ({ id: call.id, version: sightOf(call) })),
    [waiting],
  )
  const [aim, tell] = useReducer(aimAfter, NO_AIM)
  useLayoutEffect(() => tell({ type: 'shown', path: NO_AIM.path, calls }), [calls])
  const latest = useRef({ calls, read })
  useLayoutEffect(() => {
    latest.current = { calls, read }
    tell({ type: 'focused', by: 'page', calls, id: read ?? null })
  }, [calls, read])
  const claim = useCallback((callId?: string): void => {
    const { calls: aims, read: id = null } = latest.current
    tell({ type: 'focused', by: 'person', calls: aims, id: callId ?? id })
  }, [])
  const deciding = useMemo((): Deciding => {
    const decide: Deciding['decide'] = async (setId, decisions, holdMs) => {
      const ids = decisions.map(({ callId }) => callId)
      tell({ type: 'ruled', ids })
      const problem = await here.decide(setId, decisions, holdMs)
      if (problem) tell({ type: 'refused', ids })
      return problem
    }
    return { ...here, decide }
  }, [here])
  return { aim, claim, deciding }
}

type Options = Pick<ReturnType<typeof useReviewAim>, 'aim' | 'claim'> & {
  read: string | undefined
  /** Where the buttons that decide about the Call that is read are. */
  foot: RefObject<HTMLElement | null>
  onGo: (callId: string) => void
  onMark: () => void
}

/** As in the dock; and v says that the Call has been seen. */
export function useReviewKeys({ aim, claim, read, foot, onGo, onMark }: Options): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Tab') claim()
      // It closes the form, and not the dialog around it.
      if (event.key === 'Escape' && isIn(event, 'form')) event.preventDefault()
      if (isForSomethingElse(event)) return
      const command = keyCommand(aim, event)
      if (keyLetter(event) === 'v') onMark()
      else if (command?.do === 'go') {
        event.preventDefault()
        onGo(command.callId)
      } else if (command?.do === 'press' && command.callId === read) {
        event.preventDefault()
        foot.current?.querySelector<HTMLElement>(`button[aria-keyshortcuts="${command.letter}"]`)?.click()
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [aim, claim, read, foot, onGo, onMark])
}

const FIELDS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="tablist"]'

const isIn = ({ target }: KeyboardEvent, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

function isForSomethingElse(event: KeyboardEvent): boolean {
  if (event.repeat || isComposing(event) || event.defaultPrevented) return true
  return event.ctrlKey || event.metaKey || event.altKey || isIn(event, FIELDS)
}
