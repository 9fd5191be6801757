'use client'

import { type ChangeEvent, type ComponentProps, useId } from 'react'
import { CODE_FIELD } from './further-looks'
import { FIELD } from './looks'

type Props = Omit<ComponentProps<'input'>, 'className' | 'list' | 'value'> & {
  label: string
  hint?: string | undefined
  rows?: number
  isRequired?: boolean
  /** For people, not for programs. */
  isProse?: boolean
  /** What is offered; other text is taken too. */
  offers?: string[]
  value: string
  onValue: (value: string) => void
}

/** With `rows` it takes several lines. */
export function Field({ label, hint, value, onValue, rows, isRequired, isProse, offers, ...input }: Props) {
  const id = useId()
  const classes = isProse ? FIELD : CODE_FIELD
  const field = {
    dir: isProse ? 'auto' : undefined,
    spellCheck: isProse ?? false,
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
        <input className={classes} list={offers && `${id}offers`} {...input} {...field} />
      ) : (
        <textarea className={`${classes} resize-y`} rows={rows} {...field} />
      )}
      {offers && (
        <datalist id={`${id}offers`}>
          {offers.map(offer => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
      )}
      {hint && (
        <p id={`${id}hint`} className="text-quiet text-small wrap-anywhere">
          {hint}
        </p>
      )}
    </div>
  )
}

type SelectProps<V extends string> = {
  label: string
  value: V
  options: (readonly [V, string])[]
  onValue: (value: V) => void
  /** Whether it takes the focus when it appears. */
  isFocused?: boolean
}

export function SelectField<V extends string>({ label, value, options, onValue, isFocused }: SelectProps<V>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="font-semibold text-small">
        {label}
      </label>
      <select
        id={id}
        // biome-ignore lint/a11y/noAutofocus: only where somebody asked for the form
        autoFocus={isFocused}
        className={FIELD}
        value={value}
        onChange={({ target }) => onValue(target.value as V)}
      >
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
