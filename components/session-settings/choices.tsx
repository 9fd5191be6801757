'use client'

import { FieldFault } from './field-fault'

type Props<Value extends string> = {
  /** What the radio buttons are called among those of the page. */
  name: string
  label: string
  about?: string
  choices: readonly { value: Value; label: string; about: string }[]
  value: string
  onValue: (value: Value) => void
  fault: string | undefined
}

/** One of a few, each with what it means. */
export const Choices = <Value extends string>({ name, label, about, ...given }: Props<Value>) => (
  <fieldset>
    <legend className="font-semibold">{label}</legend>
    {about && <p className="text-quiet text-small">{about}</p>}
    {given.choices.map(choice => (
      <label key={choice.value} className="setting-choice">
        <input
          type="radio"
          name={name}
          value={choice.value}
          checked={given.value === choice.value}
          onChange={() => given.onValue(choice.value)}
        />
        <span>
          {choice.label} <span className="block text-quiet text-small">{choice.about}</span>
        </span>
      </label>
    ))}
    <FieldFault text={given.fault} />
  </fieldset>
)
