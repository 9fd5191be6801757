import { visiblePieces } from '@/lib/text/hidden-characters'

/** A slice is looked through in some milliseconds. */
const SLICE = 30_000

/** What stands for a hidden character looks like one itself, and is told by the two characters after its first. */
const OVERLAP = 2

/** The hidden characters of a text, each once and by its code point. It yields after each slice of the text. */
export function* hiddenIn(text: string, slice = SLICE): Generator<void, string[]> {
  const hidden = new Set<string>()
  for (let at = 0; at < text.length; yield) {
    const end = endOf(text, at + slice)
    for (const piece of visiblePieces(text.slice(at, endOf(text, end + OVERLAP))))
      if (piece.hidden) hidden.add(piece.text)
    at = end
  }
  return [...hidden]
}

/** A position, or the one after it where it is within a pair of surrogates. */
function endOf(text: string, at: number): number {
  const isWithin = /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at))
  return isWithin ? at + 1 : at
}
