/** A longer text is edited plainly: nothing is made of it at every key, and it is not sent unasked. */
export const LARGE_CHARS = 200_000

/** A text as a text field has it, with line feeds only. */
export const toFieldText = (text: string): string =>
  text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text

/**
 * The text after an edit in a field: what was not edited stays as it was, line breaks included. If an old CR would meet a
 * new LF, the text of the field counts. It is asked at every key, so a text without a CR, as nearly every one is, costs
 * nothing however long it is.
 */
export function mergeFieldText(original: string, edited: string): string {
  if (!original.includes('\r')) return edited
  const before = toFieldText(original)
  if (edited === before) return original
  const shorter = Math.min(before.length, edited.length)
  let head = 0
  while (head < shorter && before.charCodeAt(head) === edited.charCodeAt(head)) head += 1
  let tail = 0
  while (tail < shorter - head && isSameFromEnd(before, edited, tail)) tail += 1
  const start = positionIn(original, head)
  const end = positionIn(original, before.length - tail)
  const merged = original.slice(0, start) + edited.slice(head, edited.length - tail) + original.slice(end)
  return toFieldText(merged) === edited ? merged : edited
}

const isSameFromEnd = (one: string, other: string, tail: number): boolean =>
  one.charCodeAt(one.length - 1 - tail) === other.charCodeAt(other.length - 1 - tail)

/** The position in the original of a position in the field: one more for each CR LF that ends before it. */
function positionIn(original: string, fieldPosition: number): number {
  let at = fieldPosition
  for (
    let pair = original.indexOf('\r\n');
    pair !== -1 && pair < at;
    pair = original.indexOf('\r\n', pair + 2)
  )
    at += 1
  return at
}
