import { indentedJson, readJsonTree } from '@/lib/text/json/json-tree'

/** A longer text is edited plainly: nothing is made of it at every key, and it is not sent unasked. */
export const LARGE_CHARS = 200_000

/** A text as a text field has it, with line feeds only. */
export const toFieldText = (text: string): string =>
  text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text

/** What stands between the signs of a list, or in its lines. */
export const partsIn = (text: string, sign = '\n'): string[] =>
  text
    .split(sign)
    .map(part => part.trim())
    .filter(part => part !== '')

/** JSON as it is edited: indented, where it can be read. */
export function toJsonField(text: string): string {
  const tree = text.length > LARGE_CHARS ? null : readJsonTree(text)
  return tree ? indentedJson(text) : toFieldText(text)
}

/**
 * The text after an edit in a field: what was not edited stays as it was, line breaks included. It is asked at every key,
 * so a text without a CR, as nearly every one is, costs nothing however long it is.
 */
export const mergeFieldText = (original: string, edited: string): string =>
  original.includes('\r') ? merge(original, edited, toFieldText) : edited

/** JSON after an edit of what `toJsonField` made of it. Spaces and line breaks between its tokens stay as they were. */
export const mergeJsonField = (original: string, edited: string): string =>
  original.length > LARGE_CHARS ? mergeFieldText(original, edited) : merge(original, edited, toJsonField)

/** Where an old CR would meet a new LF, for example, the text of the field counts. */
function merge(original: string, edited: string, toField: (text: string) => string): string {
  const before = toField(original)
  if (edited === before) return original
  const shorter = Math.min(before.length, edited.length)
  let head = 0
  while (head < shorter && before[head] === edited[head]) head += 1
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === edited.at(-1 - tail)) tail += 1
  const start = placeIn(original, head, before)
  const end = Math.max(start, placeIn(original, before.length - tail, before))
  const merged = original.slice(0, start) + edited.slice(head, edited.length - tail) + original.slice(end)
  return toField(merged) === toField(edited) ? merged : edited
}

/** The position in the original of a position in the same text with other spaces and line breaks. */
function placeIn(original: string, position: number, before: string): number {
  let at = 0
  for (let passed = 0; passed < position && at < original.length; ) {
    const isSame = before[passed] === original[at]
    const isFurther = isSame || /\s/.test(original[at] ?? '')
    if (isFurther) at += 1
    if (isSame || !isFurther) passed += 1
  }
  return at
}
