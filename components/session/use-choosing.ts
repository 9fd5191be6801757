import { type RefObject, useEffect, useState } from 'react'

type Choosing = {
  field: RefObject<HTMLTextAreaElement | null>
  /** The ids of the list, and of what is chosen in it. */
  list: string
  active: string
  isOffered: boolean
  onMove: (by: 1 | -1) => void
  onTake: () => void
}

const DOES: Record<string, 'take' | 'close' | 1 | -1> = {
  ...{ ArrowDown: 1, ArrowUp: -1 },
  ...{ Enter: 'take', Tab: 'take', Escape: 'close' },
}

/**
 * Choosing from a list while a field keeps the focus: up and down, Enter or Tab to take, Escape to close. As long as
 * the list is open these keys do nothing else. True while it is.
 */
export function useChoosing({ field, list, active, isOffered, onMove, onTake }: Choosing): boolean {
  const [isClosed, setClosed] = useState(false)
  const hasFocus = useHasFocus(field)
  const isOpen = isOffered && hasFocus && !isClosed
  useEffect(() => {
    const box = field.current
    if (!box || !isOpen) return
    const given = { 'aria-controls': list, 'aria-activedescendant': active }
    const onKey = (event: KeyboardEvent): void => {
      const does = DOES[event.key]
      if (!does || !isPlain(event)) return
      event.preventDefault()
      event.stopPropagation()
      if (does === 'take') onTake()
      else if (does === 'close') setClosed(true)
      else onMove(does)
    }
    for (const [name, value] of Object.entries(given)) box.setAttribute(name, value)
    box.addEventListener('keydown', onKey)
    return () => {
      for (const name of Object.keys(given)) box.removeAttribute(name)
      box.removeEventListener('keydown', onKey)
    }
  })
  return isOpen
}

/** Neither with another key, nor of a word that is being composed; 229 is how Safari says so. */
const isPlain = (event: KeyboardEvent): boolean =>
  !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) &&
  !event.isComposing &&
  event.keyCode !== 229

function useHasFocus(field: RefObject<HTMLElement | null>): boolean {
  const [hasFocus, setFocus] = useState(false)
  useEffect(() => {
    const box = field.current
    const look = ({ type }: { type: string }): void => setFocus(type === 'focus')
    setFocus(document.activeElement === box)
    for (const type of ['focus', 'blur']) box?.addEventListener(type, look)
    return () => {
      for (const type of ['focus', 'blur']) box?.removeEventListener(type, look)
    }
  }, [field])
  return hasFocus
}
