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
  const controller = new AbortController()
  const options = { capture: true, signal: controller.signal }
  document.addEventListener(
    'focusin',
    ({ target }) => {
      holder = target instanceof Element && !target.closest(KEYS_ACT) ? target : null
    },
    options,
  )
  document.addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      // Of a window in the background nothing is known before it is back.
      if (relatedTarget !== null || !document.hasFocus()) return
      // An element that is being removed is still there at this moment.
      queueMicrotask(() => {
        if (target !== holder) return
        if (holder?.isConnected) holder = null
        else if (holder) lose()
      })
    },
    options,
  )
  // What is only hidden loses the focus without an event.
  document.addEventListener('keydown', ({ target }) => holder && target === document.body && lose(), options)
  return () => controller.abort()
}
