'use client'

import { useState } from 'react'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { Choice } from '@/components/ui/choice'
import { FIELD } from '@/components/ui/looks'
import type { Session, SessionPatch } from '@/lib/domain/session/session'

/**
 * The props of every setting in the dialog: the session with the changes so far, a way to change more of it, and the
 * server's complaint about a field, by its path.
 */
export type SettingProps = {
  session: Session
  set: (patch: SessionPatch) => void
  faultAt: (path: string) => string | undefined
}

type NumberFieldProps = {
  label: string
  unit: string
  value: number | null
  /** How many stored units make one of the field's: 60,000 for milliseconds shown as minutes. */
  scale?: number
  step?: number
  /** The placeholder, if the field may be empty. */
  none?: string
  onValue: (value: number | null) => void
  fault: string | undefined
}

/** A number with its unit. What is not a number yet stays in the field and changes nothing. */
export function NumberField({
  label,
  unit,
  value,
  scale = 1,
  step = 1,
  none,
  onValue,
  fault,
}: NumberFieldProps) {
  const [text, setText] = useState(value === null ? '' : String(value / scale))
  const change = (typed: string): void => {
    setText(typed)
    const number = Number(typed)
    if (typed.trim() === '') {
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
          className={`${FIELD} tabular-nums`}
          min={0}
          step={step === 1 ? 'any' : step}
          placeholder={none}
          value={text}
          onChange={({ target }) => change(target.value)}
        />
      </label>
      <FieldAlert text={fault} />
    </div>
  )
}

export const FieldAlert = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <Alert className="mt-1">
      <VisibleText>{text}</VisibleText>
    </Alert>
  )

type ChoicesProps<Value extends string> = {
  /** Unique on the page. */
  name: string
  label: string
  hint?: string
  choices: readonly { value: Value; label: string; hint: string }[]
  value: string
  onValue: (value: Value) => void
  fault: string | undefined
}

export const Choices = <Value extends string>({ name, label, hint, ...props }: ChoicesProps<Value>) => (
  <fieldset>
    <legend className="font-semibold">{label}</legend>
    {hint && <p className="text-quiet text-small">{hint}</p>}
    {props.choices.map(choice => (
      <Choice
        key={choice.value}
        type="radio"
        name={name}
        value={choice.value}
        checked={props.value === choice.value}
        onChange={() => props.onValue(choice.value)}
      >
        <span>
          {choice.label} <span className="block text-quiet text-small">{choice.hint}</span>
        </span>
      </Choice>
    ))}
    <FieldAlert text={props.fault} />
  </fieldset>
)
