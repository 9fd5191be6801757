import type { CSSProperties } from 'react'
import type { LineColours } from '@/lib/client/code/code-request'
import { type Ink, inkedPieces } from '@/lib/client/diff/inked-pieces'
import { HiddenCharacter } from './visible-text'

/** Ink in few hues. Red and green are for changes alone: read on these, too, each has a contrast of 7, comments of 5. */
export const CODE_INKS = {
  '--code-1': 'light-dark(#55514a, #b8b3a8)',
  '--code-2': 'light-dark(#1d4196, #a9c1f5)',
  '--code-3': 'light-dark(#6f4200, #e3bd7e)',
  '--code-4': 'light-dark(#5b2a86, #cfb4f0)',
} as CSSProperties

const COLOURS = [
  ...['', 'text-(--code-1)', 'text-(--code-2)', 'text-(--code-3)', 'text-(--code-4)'],
  ...['text-added-sign', 'text-removed-sign'],
]

/** The colours of a line of code as looks of its stretches. */
export const colourInks = (colours: LineColours = []): Ink[] =>
  Array.from({ length: colours.length / 3 }, (_, at) => {
    const [from = 0, length = 0, kind = 0] = colours.slice(3 * at, 3 * at + 3)
    return { from, to: from + length, className: COLOURS[kind] ?? '' }
  })

/** A text in which some stretches look another way; what hides in it is shown as everywhere. */
export const InkedText = ({ children, inks }: { children: string; inks: readonly Ink[] }) =>
  inkedPieces(children, inks).map(({ text, from, className, hidden, isHandle }) =>
    hidden ? (
      <HiddenCharacter key={from} code={hidden}>
        {text}
      </HiddenCharacter>
    ) : isHandle || className !== '' ? (
      <span key={from} className={isHandle ? 'secret-handle' : className}>
        {text}
      </span>
    ) : (
      text
    ),
  )
