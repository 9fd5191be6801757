import { pageAim } from './key-aim'

/** Where keys decide about Calls. What has the focus there is followed by the dock itself. */
const KEYS_ACT = '[data-dock], [role="log"]'

/**
 * Notices that a field or button elsewhere has gone from under a person, with the focus in it: the browser then gives
 * the focus to the page as a whole, and what they go on typing is meant for no Call. Returns what ends it.
 */
export function watchFocusLoss(): () => void {
  let holder: Element | null = null
  const lose = (): void => {
    holder = null
    pageAim.tell({ type: 'lost' })
  }
  const come = ({ target }: FocusEvent): void => {
    holder = target instanceof Element && !target.closest(KEYS_ACT) ? target : null
  }
  const leave = ({ target, relatedTarget }: FocusEvent): void => {
    // Of a window in the background nothing is known before it is back.
    if (relatedTarget !== null || target !== holder || !document.hasFocus()) return
    const left = holder
    // An element that is being removed is still there at this moment.
    queueMicrotask(() => {
      if (holder !== left) return
      if (left?.isConnected) holder = null
      else lose()
    })
  }
  const press = ({ target }: KeyboardEvent): void => {
    if (holder !== null && target === document.body) lose()
  }
  const listeners = [
    ['focusin', come],
    ['focusout', leave],
    ['keydown', press],
  ] as const
  for (const [type, listener] of listeners)
    document.addEventListener(type, listener as EventListener, { capture: true })
  return () => {
    for (const [type, listener] of listeners)
      document.removeEventListener(type, listener as EventListener, { capture: true })
  }
}
