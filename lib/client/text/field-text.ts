import { indentedJson, readJsonTree } from '@/lib/text/json/json-tree'

/** A longer text is edited plainly: nothing is made of it at every key, and it is not sent unasked. */
export const LARGE_CHARS = 200_000

/** A text as a text field has it, with line feeds only. */
export const toFieldText = (text: string): string =>
  text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text

/** JSON as it is edited: indented, where it can be read. */
export function toJsonField(text: string): string {
  const tree = text.length > LARGE_CHARS ? null : readJsonTree(text)
  return tree ? indentedJson(text) : toFieldText(text)
}

/**
 * The text after an edit in a field: what was not edited stays as it was, line breaks included. If an old CR would meet a
 * new LF, the text of the field counts. It is asked at every key, so a text without a CR, as nearly every one is, costs
 * nothing however long it is.
 */
export function mergeFieldText(original: string, edited: string): string {
  if (!original.includes('\r')) return edited
  const merged = merge({ original, before: toFieldText(original), edited, positionIn })
  return toFieldText(merged) === edited ? merged : edited
}

/** JSON after an edit of what `toJsonField` made of it. Spaces and line breaks between its tokens stay as they were. */
export function mergeJsonField(original: string, edited: string): string {
  if (original.length > LARGE_CHARS) return mergeFieldText(original, edited)
  const merged = merge({ original, before: toJsonField(original), edited, positionIn: placeOfToken })
  return toJsonField(merged) === toJsonField(edited) ? merged : edited
}

type Merge = {
  original: string
  before: string
  edited: string
  positionIn: (original: string, position: number, before: string) => number
}

function merge({ original, before, edited, positionIn }: Merge): string {
  if (edited === before) return original
  const shorter = Math.min(before.length, edited.length)
  let head = 0
  while (head < shorter && before.charCodeAt(head) === edited.charCodeAt(head)) head += 1
  let tail = 0
  while (tail < shorter - head && isSameFromEnd(before, edited, tail)) tail += 1
  const start = positionIn(original, head, before)
  const end = Math.max(start, positionIn(original, before.length - tail, before))
  return original.slice(0, start) + edited.slice(head, edited.length - tail) + original.slice(end)
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

/** The position in the original of a position in the same tokens with other spaces between them. */
function placeOfToken(original: string, position: number, before: string): number {
  let at = 0
  for (let passed = 0; passed < position && at < original.length; ) {
    if (before[passed] === original[at]) {
      passed += 1
      at += 1
    } else if (/\s/.test(before[passed] ?? '')) passed += 1
    else at += 1
  }
  return at
}
