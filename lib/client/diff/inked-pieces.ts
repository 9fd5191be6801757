import { handlePieces } from '@/lib/domain/policy/secret-handle'
import { visiblePieces } from '@/lib/text/hidden-characters'

/** A look of a stretch of a text. */
export type Ink = { from: number; to: number; className: string }

/** The looks of a part of a text, from where it begins. */
export const inksWithin = (inks: readonly Ink[], start: number, end: number): Ink[] =>
  inks
    .map(ink => ({ ...ink, from: Math.max(ink.from, start) - start, to: Math.min(ink.to, end) - start }))
    .filter(({ from, to }) => from < to)

/** A piece as it is shown: with a code point that stands for a hidden character, or a handle of a secret, or neither. */
type InkedPiece = { text: string; from: number; className: string; hidden?: string; isHandle?: true }

/**
 * A text in pieces of one look each. What hides is found in the whole text before it is cut, so that no look decides over
 * what is shown: a hidden character and a handle are each a piece of their own.
 */
export function inkedPieces(text: string, inks: readonly Ink[]): InkedPiece[] {
  const cuts = [...new Set(inks.flatMap(({ from, to }) => [from, to]))].sort((one, other) => one - other)
  const pieces: InkedPiece[] = []
  let at = 0
  for (const { text: visible, hidden } of visiblePieces(text)) {
    if (hidden) {
      const code = visible.slice(3, -1)
      pieces.push({ text: visible, from: at, className: lookAt(inks, at), hidden: code })
      at += Number.parseInt(code, 16) > 0xffff ? 2 : 1
      continue
    }
    for (const { text: part, n } of handlePieces(visible)) {
      const end = at + part.length
      const starts = n === undefined ? [at, ...cuts.filter(cut => cut > at && cut < end)] : [at]
      for (const [index, from] of starts.entries()) {
        const piece = {
          text: text.slice(from, starts[index + 1] ?? end),
          from,
          className: lookAt(inks, from),
        }
        pieces.push(n === undefined ? piece : { ...piece, isHandle: true })
      }
      at = end
    }
  }
  return pieces
}

const lookAt = (inks: readonly Ink[], at: number): string =>
  inks
    .filter(({ from, to }) => from <= at && at < to)
    .map(({ className }) => className)
    .join(' ')
