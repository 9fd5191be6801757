import type { ClipboardEvent } from 'react'

/** What is shown by its code point is copied as the character that it is; what is shown only is left out. */
export function copyExactly(event: ClipboardEvent<HTMLElement>): void {
  const selection = window.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return
  const copied = selection.getRangeAt(0).cloneContents()
  for (const element of copied.querySelectorAll('[data-shown-only]')) element.remove()
  for (const element of copied.querySelectorAll<HTMLElement>('[data-exact]')) {
    element.textContent = String.fromCodePoint(Number.parseInt(element.dataset.exact ?? '', 16))
  }
  event.clipboardData.setData('text/plain', copied.textContent ?? '')
  event.preventDefault()
}
