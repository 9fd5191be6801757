import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { goToCurrentCall, isFocusLost, placeFocus, showCard } from '@/components/call/set/call-focus'
import { isMine } from '@/components/call/set/deciding'
import { watchFocusLoss } from '@/lib/client/decisions/focus-loss'
import { isFreeKey, keyLetter, pageAim } from '@/lib/client/decisions/key-aim'
import type { WaitingSet } from '@/lib/client/queries/keys'

/** The sets of the list in their order. `main`: all but the low-risk ones, selected first. */
type Sets = Record<'all' | 'waiting' | 'main', WaitingSet[]>

/**
 * The set whose document is open. Once it waits no more, the one after it takes its place, and the focus if that is lost;
 * `goneTitle` is the title of one that was not decided here. j and k lead to another set at the end of the one that is
 * open.
 */
export function useSelection(list: RefObject<HTMLElement | null>, sets: Sets) {
  const [previous, setPrevious] = useState(sets)
  const [selected, setSelected] = useState(() => nextOf(undefined, sets, sets))
  const [goneTitle, setGoneTitle] = useState<string>()
  const [isOpened, setOpened] = useState(false)
  const last = useRef(selected)
  const next = nextOf(selected, previous, sets)
  if (idsOf(sets) !== idsOf(previous)) {
    setPrevious(sets)
    const set = previous.waiting.find(({ id }) => id === selected)
    if (!has(sets.all, selected) || (set && next && !has(sets.waiting, selected))) {
      setSelected(next)
      if (set && !set.calls.some(call => isMine(call.id))) setGoneTitle(set.sessionTitle)
    }
  }

  const select = (id: string): void => {
    flushSync(() => {
      setSelected(id)
      setOpened(true)
      setGoneTitle(undefined)
    })
    const set = setIn(list.current, id)
    set?.scrollIntoView({ block: 'nearest' })
    pageAim.tell({ type: 'focused', by: 'person', calls: pageAim.get().calls, id: null })
    if (set?.querySelector('[data-call]')) goToCurrentCall()
    else if (set) placeFocus(set)
  }

  useEffect(watchFocusLoss, [])

  const focusSelected = useCallback(() => {
    const set = setIn(list.current, selected)
    const card = set?.querySelector<HTMLElement>('[data-call]')
    const element = set ?? list.current?.querySelector<HTMLElement>('[data-nothing]')
    if (card && pageAim.get().isLive) showCard(card)
    else if (element) placeFocus(element)
  }, [list, selected])

  useLayoutEffect(() => {
    const isOther = last.current !== undefined && last.current !== selected
    last.current = selected
    if (isOther && isFocusLost()) focusSelected()
  }, [selected, focusSelected])

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isFree(event)) return
      const step = keyLetter(event) === 'j' ? 1 : -1
      const neighbour = sets.all[sets.all.findIndex(({ id }) => id === selected) + step]
      if (!neighbour) return
      event.preventDefault()
      select(neighbour.id)
    }
    // After those of the set, which have the first say.
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })

  return { selected, next, goneTitle, isOpened, select, focusSelected }
}

const idsOf = ({ all, waiting }: Sets): string => [...all, ...waiting].map(({ id }) => id).join()

const has = (sets: WaitingSet[], id: string | undefined): boolean => sets.some(set => set.id === id)

/** The first that waits after the place that one had, or else of all. */
function nextOf(id: string | undefined, previous: Sets, { waiting, main }: Sets): string | undefined {
  const later = id === undefined ? [] : previous.all.slice(previous.all.findIndex(set => set.id === id) + 1)
  const order = [...later, ...main, ...waiting]
  return order.find(set => set.id !== id && has(waiting, set.id))?.id
}

const setIn = (list: HTMLElement | null, id: string | undefined): HTMLElement | null | undefined =>
  id === undefined ? null : list?.querySelector<HTMLElement>(`[data-set="${CSS.escape(id)}"]`)

function isFree(event: KeyboardEvent): boolean {
  if (!['j', 'k'].includes(keyLetter(event)) || !isFreeKey(event) || !pageAim.get().isLive) return false
  return isFocusLost() || document.activeElement?.closest('[data-set]') != null
}
