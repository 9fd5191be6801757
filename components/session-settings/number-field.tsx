'use client'

import { useState } from 'react'
import { FieldFault } from './field-fault'

type Props = {
  label: string
  unit: string
  value: number | null
  /** Of how many of what is stored one of what is shown is made: a minute is 60,000 milliseconds. */
  scale?: number
  step?: number
  /** What an empty field says, where it may be empty. */
  none?: string
  onValue: (value: number | null) => void
  fault: string | undefined
}

/** A number with its unit. What is no number yet stays in the field and changes nothing. */
export function NumberField({ label, unit, value, scale = 1, step = 1, none, onValue, fault }: Props) {
  const [text, setText] = useState(value === null ? '' : String(value / scale))
  const change = (given: string): void => {
    setText(given)
    const number = Number(given)
    if (given.trim() === '') {
      if (none !== undefined) onValue(null)
    } else if (Number.isFinite(number)) onValue(step === 1 ? Math.round(number * scale) : number * scale)
  }
  return (
    <div>
      <label className="block">
        <span className="text-small">
          {label} <span className="text-quiet">{unit}</span>
        </span>
        <input
          type="number"
          inputMode="decimal"
          className="field figures"
          min={0}
          step={step === 1 ? 'any' : step}
          placeholder={none}
          value={text}
          onChange={({ target }) => change(target.value)}
        />
      </label>
      <FieldFault text={fault} />
    </div>
  )
}
