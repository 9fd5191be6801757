import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isFocusLost, placeFocus, showCard } from '@/components/call/set/call-focus'
import { watchFocusLoss } from '@/lib/client/decisions/focus-loss'
import { isFreeKey, keyLetter, pageAim } from '@/lib/client/decisions/key-aim'

type Options = { list: RefObject<HTMLElement | null>; ids: string[] }

/**
 * Keys act on the Calls of one set, the one in hand: the one that has the focus or had it last, else the first. If it goes
 * while it has the focus, the focus moves to the next one, or to the words that nothing waits. j and k move on to another
 * set at the end of the one in hand.
 */
export function useInboxFocus({ list, ids }: Options): string | undefined {
  const [chosenId, setChosen] = useState<string>()
  const focused = useRef<string | null>(null)
  const before = useRef(ids)
  const inHand = chosenId !== undefined && ids.includes(chosenId) ? chosenId : ids[0]

  useEffect(watchFocusLoss, [])

  useLayoutEffect(() => {
    const last = focused.current
    if (last !== null && !ids.includes(last) && isFocusLost()) {
      focused.current = null
      const later = before.current.slice(before.current.indexOf(last)).find(id => ids.includes(id))
      goTo(list.current, later ?? ids[0])
    }
    before.current = ids
  }, [list, ids])

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isFree(event)) return
      const next = ids[ids.indexOf(inHand ?? '') + (keyLetter(event) === 'j' ? 1 : -1)]
      if (next === undefined) return
      event.preventDefault()
      goTo(list.current, next)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [list, ids, inHand])

  useEffect(() => {
    const element = list.current
    const take = ({ target }: FocusEvent): void => {
      focused.current = setAt(target)
      if (focused.current !== null) setChosen(focused.current)
    }
    // Without a related target the element was removed, and the focus is still ours to move.
    const leave = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null) focused.current = null
    }
    const until = new AbortController()
    element?.addEventListener('focusin', take, { signal: until.signal })
    element?.addEventListener('focusout', leave, { signal: until.signal })
    return () => until.abort()
  }, [list])

  return inHand
}

const setAt = (target: EventTarget | null): string | null =>
  (target instanceof Element && target.closest<HTMLElement>('[data-set]')?.dataset.set) || null

/** Focuses the first waiting Call of a set if keys are live, else the set; without a set, the words that nothing waits. */
function goTo(list: HTMLElement | null, id: string | undefined): void {
  const set = id === undefined ? null : list?.querySelector<HTMLElement>(`[data-set="${CSS.escape(id)}"]`)
  const card = set?.querySelector<HTMLElement>('[data-call]')
  const element = set ?? list?.querySelector<HTMLElement>('[data-nothing]')
  if (card && pageAim.get().isLive) showCard(card)
  else if (element) placeFocus(element)
}

function isFree(event: KeyboardEvent): boolean {
  if (!['j', 'k'].includes(keyLetter(event)) || !isFreeKey(event) || !pageAim.get().isLive) return false
  const { target } = event
  return target === document.body || (target instanceof Element && target.closest('[data-set]') !== null)
}
