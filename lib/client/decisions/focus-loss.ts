import { pageAim } from './key-aim'

/** Where keys decide about Calls. What has the focus there is followed by the dock itself. */
const KEYS_ACT = '[data-dock], [role="log"]'

/**
 * `came`: the focus is on something, which is the holder where that is outside of a dock. `left`: the focus has left it
 * for the page as a whole, since it is gone or by itself. `pressed`: a key was pressed, with the focus on nothing or not.
 */
export type FocusMove<T> =
  | { type: 'came'; holder: T | null }
  | { type: 'left'; holder: T; isThere: boolean }
  | { type: 'pressed'; isOnNothing: boolean }

/** What has the focus outside of a dock, and whether it has just gone from under the person. */
export function holderAfter<T>(holder: T | null, move: FocusMove<T>): { holder: T | null; isLost: boolean } {
  switch (move.type) {
    case 'came':
      return { holder: move.holder, isLost: false }
    case 'left':
      return move.holder === holder ? { holder: null, isLost: !move.isThere } : { holder, isLost: false }
    case 'pressed':
      return holder !== null && move.isOnNothing ? { holder: null, isLost: true } : { holder, isLost: false }
    default:
      return move satisfies never
  }
}

/**
 * Notices that a field or button elsewhere has gone from under a person, with the focus in it: the browser then gives
 * the focus to the page as a whole, and what they go on typing is meant for no Call. Returns what ends it.
 */
export function watchFocusLoss(): () => void {
  let holder: Element | null = null
  const follow = (move: FocusMove<Element>): void => {
    const after = holderAfter(holder, move)
    holder = after.holder
    if (after.isLost) pageAim.tell({ type: 'lost' })
  }
  const come = ({ target }: FocusEvent): void =>
    follow({ type: 'came', holder: target instanceof Element && !target.closest(KEYS_ACT) ? target : null })
  const leave = ({ target, relatedTarget }: FocusEvent): void => {
    // Of a window in the background nothing is known before it is back.
    if (relatedTarget !== null || !(target instanceof Element) || !document.hasFocus()) return
    // An element that is being removed is still there at this moment.
    queueMicrotask(() => follow({ type: 'left', holder: target, isThere: target.isConnected }))
  }
  const press = ({ target }: KeyboardEvent): void =>
    follow({ type: 'pressed', isOnNothing: target === document.body })
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  document.addEventListener('focusin', come, options)
  document.addEventListener('focusout', leave, options)
  document.addEventListener('keydown', press, options)
  return () => listening.abort()
}
