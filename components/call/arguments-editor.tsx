'use client'

import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { asFieldText, keptBytes } from '@/lib/client/kept-bytes'
import type { JsonSchema } from '@/lib/domain/tool'
import { ArgumentsField } from './arguments-field'

export type EditorProps = {
  /** The text before any change, and as it is now. */
  original: string
  text: string
  schema: JsonSchema
  onChange: (text: string) => void
  /** Null where leaving by Escape would lose something. */
  onLeave: (() => void) | null
  /** Whether the editor takes the focus when it appears. */
  isFocused?: boolean
}

/** Arguments in the making: views of one text, which is what counts. */
export function ArgumentsEditor({ original, text, onChange, onLeave, isFocused = true }: EditorProps) {
  const t = useTranslations('call.argumentsEditor')
  const id = useId()
  const [shown, setShown] = useState(() => asFieldText(text))
  const change = (edited: string): void => {
    setShown(edited)
    onChange(keptBytes(original, edited))
  }
  return (
    <>
      <div role="tablist" className="flex">
        <button
          type="button"
          role="tab"
          id={`${id}tab`}
          aria-selected
          aria-controls={`${id}panel`}
          className="tab"
        >
          {t('json')}
        </button>
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}tab`}>
        <ArgumentsField {...{ text, shown, onLeave, isFocused }} onChange={change} />
      </div>
    </>
  )
}
