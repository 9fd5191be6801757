import { prosePieces, visiblePieces } from '@/lib/domain/hidden-characters'
import { HandleText } from './handle-text'

type Props = { children: string; isLine?: boolean; isProse?: boolean }

/**
 * Text from outside, with everything that cannot be seen shown by its code point. `data-exact` is what
 * stands there in truth, for copying. `isLine`: a name or a path, in which a line break would not be seen.
 * `isProse`: somebody's own words, in any writing system.
 */
export function VisibleText({ children, isLine = false, isProse = false }: Props) {
  const pieces = isProse ? prosePieces(children) : visiblePieces(children, isLine)
  if (pieces.length < 2 && !pieces[0]?.hidden) return <HandleText>{children}</HandleText>
  let at = 0
  return pieces.map(piece => {
    const key = at
    at += piece.text.length
    if (!piece.hidden) {
      return (
        <span key={key}>
          <HandleText>{piece.text}</HandleText>
        </span>
      )
    }
    return (
      <span key={key} data-exact={piece.text.slice(3, -1)} className="hidden-character">
        {piece.text}
      </span>
    )
  })
}
