import { withVisibleEscapes } from './hidden-characters'

/**
 * At most `max` characters of a text: the first two thirds and the last third, with a line between them that
 * says how many were left out.
 */
export function truncate(text: string, max: number): { text: string; cut: number } {
  if (text.length <= max) return { text, cut: 0 }
  const head = wellFormed(text.slice(0, Math.floor((max * 2) / 3)))
  const tail = wellFormed(text.slice(text.length - Math.floor(max / 3)))
  const cut = text.length - head.length - tail.length
  return { text: `${head}\n[… ${cut} characters left out …]\n${tail}`, cut }
}

/** A cut through a surrogate pair leaves half a character; it goes with the part that was left out. */
const wellFormed = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')

/** The first `chars` characters, then … if it goes on. */
export const startOf = (text: string, chars: number): string =>
  text.length > chars ? `${wellFormed(text.slice(0, chars))}…` : text

const LONGEST = 300

/** A name or path for a one-line text: nothing hidden, no line breaks, not too long. */
export function oneLine(text: string): string {
  return visibleName(startOf(text, LONGEST))
}

/** The same, whole: tools take such a path as an argument. */
export const visibleName = (text: string): string =>
  withVisibleEscapes(text).replace(/\n/g, '⟦U+000A⟧').replace(/\t/g, '⟦U+0009⟧')

const grouped = new Intl.NumberFormat('en-US')

/** `1 line`, `2 lines`, `1,000 files`. */
export const counted = (count: number, one: string): string =>
  `${count < 1000 ? count : grouped.format(count)} ${one}${count === 1 ? '' : 's'}`
