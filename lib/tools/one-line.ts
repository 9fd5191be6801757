import { withVisibleEscapes } from '@/lib/domain/hidden-characters'

const LONGEST = 300

/** A name or path as it can stand in a one-line text: nothing hidden, no line breaks, not too long. */
export function oneLine(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return withVisibleEscapes(cut).replace(/\n/g, '⟦U+000A⟧').replace(/\t/g, '⟦U+0009⟧')
}
