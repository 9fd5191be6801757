'use client'

import { type KeyboardEvent, useDeferredValue, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { visiblePieces } from '@/lib/domain/hidden-characters'

/** A longer text does not size its field: measuring it at each key would be felt. */
const SIZED = 50_000

type Props = {
  /** The text that counts, and what the field makes of it. */
  text: string
  shown: string
  isFocused: boolean
  onChange: (shown: string) => void
  /** Null where leaving by Escape would lose something. */
  onLeave: (() => void) | null
}

/** Arguments as text, with a list of what a field does not let see. */
export function ArgumentsField({ text, shown, isFocused, onChange, onLeave }: Props) {
  const t = useTranslations('call.argumentsField')
  const leave = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onLeave?.()
  }
  const size = shown.length > SIZED ? 'h-[40dvh]' : 'field-sizing-content max-h-[40dvh] min-h-18'
  return (
    <>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the editor opens because somebody asked for it
        autoFocus={isFocused}
        aria-label={t('name')}
        className={`field code resize-y ${size}`}
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
  const t = useTranslations('call.argumentsField')
  const looked = useDeferredValue(text)
  const hidden = useMemo(
    () => [...new Set(visiblePieces(looked).flatMap(piece => (piece.hidden ? [piece.text] : [])))],
    [looked],
  )
  if (hidden.length === 0) return null
  return (
    <p className="text-small">
      {t('hidden')} <span className="font-mono">{hidden.slice(0, 50).join(' ')}</span>
    </p>
  )
}
