import { type KeyboardEvent, useMemo } from 'react'
import { visiblePieces } from '@/lib/domain/hidden-characters'

const TEXT = {
  field: 'Arguments (JSON)',
  hidden: 'A field cannot show these characters of the text:',
}

type Props = {
  /** The text that counts, and what the field makes of it. */
  text: string
  shown: string
  onChange: (shown: string) => void
  /** Null where leaving by Escape would lose something. */
  onLeave: (() => void) | null
}

/** Arguments as text, with a list of what a field does not let see. */
export function ArgumentsField({ text, shown, onChange, onLeave }: Props) {
  const leave = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onLeave?.()
  }
  return (
    <>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the editor opens because somebody asked for it
        autoFocus
        aria-label={TEXT.field}
        className="field code field-sizing-content max-h-[40dvh] min-h-18 resize-y"
        rows={3}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        value={shown}
        onChange={event => onChange(event.target.value)}
        onKeyDown={leave}
      />
      <HiddenCharacters text={text} />
    </>
  )
}

function HiddenCharacters({ text }: { text: string }) {
  const hidden = useMemo(
    () => [...new Set(visiblePieces(text).flatMap(piece => (piece.hidden ? [piece.text] : [])))],
    [text],
  )
  if (hidden.length === 0) return null
  return (
    <p className="text-small">
      {TEXT.hidden} <span className="font-mono">{hidden.slice(0, 50).join(' ')}</span>
    </p>
  )
}
