/** A text as a text field has it, with line feeds only. */
export const toFieldText = (text: string): string => text.replace(/\r\n?/g, '\n')

/**
 * The text after an edit in a field: what was not edited stays as it was, line breaks included. If an old CR would meet a
 * new LF, the text of the field counts.
 */
export function mergeFieldText(original: string, edited: string): string {
  const before = toFieldText(original)
  if (edited === before) return original
  const shorter = Math.min(before.length, edited.length)
  let head = 0
  while (head < shorter && before[head] === edited[head]) head += 1
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === edited.at(-1 - tail)) tail += 1
  const start = positionIn(original, head)
  const end = positionIn(original, before.length - tail)
  const merged = original.slice(0, start) + edited.slice(head, edited.length - tail) + original.slice(end)
  return toFieldText(merged) === edited ? merged : edited
}

/** The position in the original of a position in the field. */
function positionIn(original: string, fieldPosition: number): number {
  let at = 0
  for (let left = fieldPosition; left > 0; left -= 1) at += original.startsWith('\r\n', at) ? 2 : 1
  return at
}
