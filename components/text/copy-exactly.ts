import type { ClipboardEvent } from 'react'

/** What is shown by its code point is copied as the character that it is; what is shown only is left out. */
export function copyExactly(event: ClipboardEvent<HTMLElement>): void {
  const selection = window.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return
  const copied = selection.getRangeAt(0).cloneContents()
  for (const element of copied.querySelectorAll('[data-shown-only]')) element.remove()
  for (const element of copied.querySelectorAll<HTMLElement>('[data-exact]')) {
    element.textContent = characterOf(element)
  }
  event.clipboardData.setData('text/plain', copied.textContent ?? '')
  event.preventDefault()
}

/**
 * The same for prose, whose paragraphs and lists are no characters of it: the browser copies them as it lays
 * them out. For that moment the characters themselves stand where they are shown by their code points.
 */
export function copyProse(event: ClipboardEvent<HTMLElement>): void {
  const selection = window.getSelection()
  // What is code has been copied by itself.
  if (event.defaultPrevented || !selection || selection.isCollapsed) return
  const shown = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-exact]')]
  const marked = shown.filter(element => selection.containsNode(element, true))
  if (marked.length === 0) return
  const texts = marked.flatMap(({ firstChild }) => (firstChild instanceof Text ? [firstChild] : []))
  const before = texts.map(text => text.data)
  for (const [at, text] of texts.entries()) text.data = characterOf(marked[at] ?? null)
  event.clipboardData.setData('text/plain', selection.toString())
  for (const [at, text] of texts.entries()) text.data = before[at] ?? ''
  event.preventDefault()
}

const characterOf = (element: HTMLElement | null): string =>
  String.fromCodePoint(Number.parseInt(element?.dataset.exact ?? '', 16))
