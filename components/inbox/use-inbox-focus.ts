import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { showCard } from '@/components/call/show-card'
import { isFreeKey } from '@/lib/client/free-key'

type Given = { list: RefObject<HTMLElement | null>; ids: string[] }

/**
 * One set is in hand: keys act on its Calls and on no others. It is the one that has the focus or had it last,
 * else the first. When it goes while it has the focus, that goes to the next, else to the words that nothing
 * waits. j and k lead from one set to another where they find no further Call in the one in hand.
 */
export function useInboxFocus({ list, ids }: Given): string | undefined {
  const [chosen, setChosen] = useState<string>()
  const held = useRef<string | null>(null)
  const before = useRef(ids)
  const inHand = chosen !== undefined && ids.includes(chosen) ? chosen : ids[0]

  useLayoutEffect(() => {
    const gone = held.current
    if (gone !== null && !ids.includes(gone) && isNowhere()) {
      held.current = null
      const later = before.current.slice(before.current.indexOf(gone)).find(id => ids.includes(id))
      goTo(list.current, later ?? ids[0])
    }
    before.current = ids
  }, [list, ids])

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isFree(event)) return
      const next = ids[ids.indexOf(inHand ?? '') + (event.key === 'j' ? 1 : -1)]
      if (next === undefined) return
      event.preventDefault()
      goTo(list.current, next)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [list, ids, inHand])

  useEffect(() => {
    const place = list.current
    const take = ({ target }: FocusEvent): void => {
      held.current = setAt(target)
      if (held.current !== null) setChosen(held.current)
    }
    // What is taken off the page takes the focus nowhere: then it is still ours to give.
    const leave = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null) held.current = null
    }
    place?.addEventListener('focusin', take)
    place?.addEventListener('focusout', leave)
    return () => {
      place?.removeEventListener('focusin', take)
      place?.removeEventListener('focusout', leave)
    }
  }, [list])

  return inHand
}

const setAt = (target: EventTarget | null): string | null =>
  (target instanceof Element && target.closest<HTMLElement>('[data-set]')?.dataset.set) || null

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

/** The first waiting Call of a set, else the set; without one, what stands where sets would. */
function goTo(list: HTMLElement | null, id: string | undefined): void {
  const set = id === undefined ? null : list?.querySelector<HTMLElement>(`[data-set="${CSS.escape(id)}"]`)
  const card = set?.querySelector<HTMLElement>('[data-call]')
  if (card) showCard(card)
  else (set ?? list?.querySelector<HTMLElement>('[data-nothing]'))?.focus()
}

function isFree(event: KeyboardEvent): boolean {
  if ((event.key !== 'j' && event.key !== 'k') || !isFreeKey(event)) return false
  const { target } = event
  return target === document.body || (target instanceof Element && target.closest('[data-set]') !== null)
}
