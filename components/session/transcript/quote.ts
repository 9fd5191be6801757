import { exactSelection } from '@/components/text/visible-text'

/** A text as Markdown quotes it, with an empty line behind it for the answer. */
export const quotedLines = (text: string): string =>
  `${text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map(line => `> ${line}`.trimEnd())
    .join('\n')}\n\n`

/** What is selected within an element, in the characters themselves; empty where the selection reaches out of it. */
export function selectionIn(element: Element | null): string {
  const selection = window.getSelection()
  const isWithin =
    element && selection && element.contains(selection.anchorNode) && element.contains(selection.focusNode)
  return isWithin ? exactSelection(element, selection) : ''
}

/**
 * Puts a text behind what “Message” holds, as if it had been typed there, so that the box keeps it as what it is: text
 * that is not sent yet.
 */
export function putIntoMessage(text: string): void {
  const fields = document.querySelectorAll<HTMLTextAreaElement>('textarea[aria-keyshortcuts="m"]')
  const field = [...fields].find(candidate => candidate.checkVisibility())
  if (!field) return
  const end = field.value.length
  const gap = end === 0 || field.value.endsWith('\n\n') ? '' : field.value.endsWith('\n') ? '\n' : '\n\n'
  field.setRangeText(gap + text, end, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
  field.scrollTop = field.scrollHeight
}
