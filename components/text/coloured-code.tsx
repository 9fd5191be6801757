import { useCallback, useMemo } from 'react'
import { type CodeLine, lineStarts, linesWithin } from '@/lib/client/code/code-lines'
import type { LineColours } from '@/lib/client/code/code-request'
import { type Ink, inksWithin } from '@/lib/client/diff/inked-pieces'
import { Folded } from './code-text'
import { CODE_INKS, colourInks, InkedText } from './inked-text'
import { LINE_NUMBER, NUMBERED_LINE, roomOfNumbers } from './line-numbers'
import { useColours } from './use-colours'

type Props = {
  /** Null for a text that has no colours. */
  language: string | null
  /** The number of the first line, where the lines have numbers. */
  first?: number
  children: string
}

/** Code to the character, in colours once they are there. */
export function ColouredCode({ language, first, children }: Props) {
  const texts = useMemo(() => [children], [children])
  const colours = useColours(texts, language)?.[0] ?? NONE
  const starts = useMemo(() => lineStarts(children), [children])
  const show = useCallback(
    (from: number, to: number) => {
      const lines = linesWithin(starts, from, to)
      const code = { text: children, colours, lines }
      return first === undefined ? (
        <InkedText inks={lines.flatMap(line => inksOf(line, code, from))}>
          {children.slice(from, to)}
        </InkedText>
      ) : (
        <NumberedLines {...code} first={first} to={to} />
      )
    },
    [children, starts, colours, first],
  )
  const room = first === undefined ? {} : roomOfNumbers(first + starts.length - 1)
  return (
    <div style={{ ...CODE_INKS, ...room }}>
      <Folded text={children}>{show}</Folded>
    </div>
  )
}

type Code = { text: string; colours: LineColours[]; lines: CodeLine[] }

/** Where a long line is parted, its number stands at its beginning. */
const NumberedLines = ({ text, colours, lines, first, to }: Code & { first: number; to: number }) =>
  lines.map(line => (
    <span key={line.from} className={NUMBERED_LINE}>
      <span className={LINE_NUMBER} data-n={line.from === line.start ? first + line.at : ''} />
      <InkedText inks={inksOf(line, { colours }, line.from)}>{text.slice(line.from, line.to)}</InkedText>
      {line.to < to && '\n'}
    </span>
  ))

/** The colours of what is shown of a line, from a position on. */
const inksOf = (
  { at, start, from, to }: CodeLine,
  { colours }: Pick<Code, 'colours'>,
  origin: number,
): Ink[] =>
  inksWithin(colourInks(colours[at]), from - start, to - start).map(ink => ({
    ...ink,
    from: ink.from + from - origin,
    to: ink.to + from - origin,
  }))

const NONE: LineColours[] = []
