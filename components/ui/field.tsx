'use client'

import { type ChangeEvent, useId } from 'react'
import { CODE_FIELD } from './further-looks'

type Props = {
  label: string
  hint?: string | undefined
  rows?: number
  isRequired?: boolean
  value: string
  onValue: (value: string) => void
}

/** A field for what programs read. With `rows` it takes several lines. */
export function Field({ label, hint, value, onValue, rows, isRequired = false }: Props) {
  const id = useId()
  const field = {
    spellCheck: false,
    autoCapitalize: 'none',
    autoComplete: 'off',
    value,
    id,
    required: isRequired,
    'aria-describedby': hint && `${id}hint`,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onValue(target.value),
  }
  return (
    <div>
      <label htmlFor={id} className="font-semibold text-small">
        {label}
      </label>
      {rows === undefined ? (
        <input className={CODE_FIELD} {...field} />
      ) : (
        <textarea className={`${CODE_FIELD} resize-y`} rows={rows} {...field} />
      )}
      {hint && (
        <p id={`${id}hint`} className="text-quiet text-small">
          {hint}
        </p>
      )}
    </div>
  )
}
