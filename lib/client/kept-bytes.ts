/** What a text field makes of a text: it knows one kind of line break only. */
export const asFieldText = (text: string): string => text.replace(/\r\n?/g, '\n')

/**
 * The text that a person's change in a field means: what they did not change stays as it was, its line
 * breaks included. Where a kept CR would run together with a new LF, the text of the field is what is meant.
 */
export function keptBytes(original: string, edited: string): string {
  const shown = asFieldText(original)
  if (edited === shown) return original
  const most = Math.min(shown.length, edited.length)
  let head = 0
  while (head < most && shown[head] === edited[head]) head += 1
  let tail = 0
  while (tail < most - head && shown.at(-1 - tail) === edited.at(-1 - tail)) tail += 1
  const start = positionIn(original, head)
  const end = positionIn(original, shown.length - tail)
  const kept = original.slice(0, start) + edited.slice(head, edited.length - tail) + original.slice(end)
  return asFieldText(kept) === edited ? kept : edited
}

/** The position in the original of a position in what the field shows. */
function positionIn(original: string, shown: number): number {
  let at = 0
  for (let left = shown; left > 0; left -= 1) at += original.startsWith('\r\n', at) ? 2 : 1
  return at
}
