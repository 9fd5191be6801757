import { VisibleText } from '@/components/text/visible-text'

type Props = { text: string; highlights: [number, number][] }

/** Text from outside with what was looked for marked in it. */
export function MarkedText({ text, highlights }: Props) {
  return piecesOf(text, highlights).map(({ from, part, isMarked }) =>
    isMarked ? (
      <mark key={from} className="found-mark">
        <VisibleText isLine>{part}</VisibleText>
      </mark>
    ) : (
      <span key={from}>
        <VisibleText isLine>{part}</VisibleText>
      </span>
    ),
  )
}

function piecesOf(text: string, highlights: [number, number][]) {
  const cuts = [0, ...highlights.flat(), text.length]
  return cuts.slice(1).flatMap((to, index) => {
    const from = cuts[index] ?? 0
    return to > from ? [{ from, part: text.slice(from, to), isMarked: index % 2 === 1 }] : []
  })
}
