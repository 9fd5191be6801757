'use client'

import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'

/** A longer text does not size its field: measuring it at each key would be felt. */
const SIZED = 50_000

export type FieldProps = {
  /** What a field makes of the text: it knows one kind of line break only. */
  shown: string
  onChange: (shown: string) => void
  /** Null where leaving by Escape would lose something. */
  onLeave: (() => void) | null
}

/** Arguments as plain text. */
export function ArgumentsField({ shown, isFocused, onChange, onLeave }: FieldProps & { isFocused: boolean }) {
  const t = useTranslations('call.argumentsField')
  const leave = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onLeave?.()
  }
  const size = shown.length > SIZED ? 'h-[40dvh]' : 'field-sizing-content max-h-[40dvh] min-h-18'
  return (
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
  )
}
