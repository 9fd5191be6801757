import { Folded } from '@/components/text/folded'
import { VisibleText } from '@/components/text/visible-text'
import type { Span } from '@/lib/domain/solution'

type Props = { text: string; spans: Span[] }

/** A reply to the character, with what was read as a Call marked in it. */
export const RawReply = ({ text, spans }: Props) => (
  <Folded text={text}>
    {(from, to) =>
      piecesOf(spans, from, to).map(piece =>
        piece.isCall ? (
          <mark key={piece.from} className="found-mark">
            <VisibleText>{text.slice(piece.from, piece.to)}</VisibleText>
          </mark>
        ) : (
          <span key={piece.from}>
            <VisibleText>{text.slice(piece.from, piece.to)}</VisibleText>
          </span>
        ),
      )
    }
  </Folded>
)

/** What lies between two places of a text, cut where Calls begin and end. Several can share a place. */
function piecesOf(spans: Span[], from: number, to: number) {
  const cuts = [from, ...spans.flat().filter(at => at > from && at < to), to]
  const places = [...new Set(cuts)].sort((a, b) => a - b)
  return places.slice(1).map((end, index) => {
    const begin = places[index] ?? from
    return { from: begin, to: end, isCall: spans.some(span => span[0] <= begin && end <= span[1]) }
  })
}
