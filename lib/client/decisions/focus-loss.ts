import { pageAim } from './key-aim'

/** Where keys decide about Calls. What has the focus there is followed by the dock itself. */
const KEYS_ACT = '[data-dock], [role="log"]'

/**
 * Notices that somebody types on after the field elsewhere that they wrote in has gone by itself: that is meant for no
 * Call. Whoever has pressed something since, or sent or left the field, knows. Returns what ends it.
 */
export function watchFocusLoss(): () => void {
  let field: EventTarget | null = null
  const controller = new AbortController()
  const options = { capture: true, signal: controller.signal }
  const leave = (): void => {
    field = null
  }
  document.addEventListener(
    'input',
    ({ target }) => {
      const isField = target instanceof Element && target.matches(':read-write') && !target.closest(KEYS_ACT)
      field = isField ? target : null
    },
    options,
  )
  document.addEventListener('pointerdown', leave, options)
  document.addEventListener(
    'keydown',
    ({ key, target }) => {
      if (field !== null && field !== target && key.length === 1) pageAim.tell({ type: 'lost' })
      if (field !== target || ['Enter', 'Escape', 'Tab'].includes(key)) leave()
    },
    options,
  )
  return () => controller.abort()
}

/** Leads to the message box of the page; false where none can take the focus. */
export function focusMessageBox(): boolean {
  const boxes = document.querySelectorAll<HTMLElement>('textarea[aria-keyshortcuts="m"]')
  const box = [...boxes].find(one => one.checkVisibility())
  box?.focus()
  return box !== undefined && document.activeElement === box
}
