import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useReducer } from 'react'
import { type AimedCall, aimAfter, keyCommand, keyLetter, NO_AIM } from '@/lib/client/decisions/key-aim'
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
  const follow = useCallback(
    (by: 'person' | 'page', id = read): void => tell({ type: 'focused', by, calls, id: id ?? null }),
    [calls, read],
  )
  useLayoutEffect(() => follow('page'), [follow])
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
  return { aim, follow, deciding }
}

type Options = Pick<ReturnType<typeof useReviewAim>, 'aim' | 'follow'> & {
  read: string | undefined
  /** Where the buttons that decide about the Call that is read are. */
  foot: RefObject<HTMLElement | null>
  onGo: (callId: string) => void
  onMark: () => void
}

/** As in the dock; and v says that the Call has been seen. */
export function useReviewKeys({ aim, follow, read, foot, onGo, onMark }: Options): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Tab') follow('person')
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
  }, [aim, follow, read, foot, onGo, onMark])
}

const FIELDS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="tablist"]'

const isIn = ({ target }: KeyboardEvent, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

function isForSomethingElse(event: KeyboardEvent): boolean {
  if (event.repeat || event.isComposing || event.defaultPrevented) return true
  return event.ctrlKey || event.metaKey || event.altKey || isIn(event, FIELDS)
}
