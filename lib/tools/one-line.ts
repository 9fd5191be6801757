import { withVisibleEscapes } from '@/lib/text/hidden-characters'

const LONGEST = 300

/** A name or path for a one-line text: nothing hidden, no line breaks, not too long. */
export function oneLine(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return withVisibleEscapes(cut).replace(/\n/g, '⟦U+000A⟧').replace(/\t/g, '⟦U+0009⟧')
}

const grouped = new Intl.NumberFormat('en-US')

/** `1 line`, `2 lines`, `1,000 files`. */
export const counted = (count: number, one: string): string =>
  `${grouped.format(count)} ${one}${count === 1 ? '' : 's'}`
