'use client'

import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { Choice } from '@/components/ui/choice'
import { FIELD } from '@/components/ui/looks'
import type { Session, SessionPatch } from '@/lib/domain/session/session'

/** What the settings of a session are, and those that new sessions start with; these have no model and no folder. */
export type SettingValues = Pick<Session, Exclude<keyof SessionPatch, 'title' | 'archived' | 'modeExpiresAt'>>

/**
 * The props of every setting in the dialog: the values with the changes so far, a way to change more of them, and the
 * server's complaint about a field, by its path.
 */
export type SettingProps = {
  session: SettingValues
  set: (patch: SessionPatch) => void
  faultAt: (path: string) => string | undefined
}

type NumberFieldProps = {
  label: string
  unit?: string
  value: number | null
  /** How many stored units make one of the field's: 60,000 for milliseconds shown as minutes. */
  scale?: number | undefined
  step?: number | undefined
  /** The placeholder, if the field may be empty. */
  none?: string | undefined
  onValue: (value: number | null) => void
  fault: string | undefined
}

/** A number with its unit. What is not a number yet stays in the field and changes nothing. */
export function NumberField({ label, unit, value, scale = 1, step = 1, none, ...props }: NumberFieldProps) {
  const [text, setText] = useState(value === null ? '' : String(value / scale))
  const change = (typed: string): void => {
    setText(typed)
    const number = Number(typed) * scale
    if (typed.trim() !== '' && Number.isFinite(number))
      props.onValue(step === 1 ? Math.round(number) : number)
    else if (typed.trim() === '' && none !== undefined) props.onValue(null)
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
      <FieldAlert text={props.fault} />
    </div>
  )
}

export const FieldAlert = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <Alert className="mt-1">
      <VisibleText>{text}</VisibleText>
    </Alert>
  )

/** A name over a sentence on what it means. */
export const Explained = ({ name, children }: { name: string; children: ReactNode }) => (
  <span>
    {name} <span className="block text-quiet text-small">{children}</span>
  </span>
)

const CHOICES = {
  mode: ['plan', 'ask', 'auto'],
  dialect: ['auto', 'native', 'tags', 'react', 'structured'],
  blocks: ['off', 'text_end', 'message_end'],
} as const satisfies { [Name in 'mode' | 'dialect' | 'blocks']: Session[Name][] }

/** One of a few values of a setting. */
export function ChoiceSetting({
  name,
  session,
  set,
  faultAt,
}: SettingProps & { name: keyof typeof CHOICES }) {
  const t = useTranslations('sessionSettings')
  return (
    <fieldset>
      <legend className="font-semibold">{t(`${name}.label`)}</legend>
      {CHOICES[name].map(value => (
        <Choice
          key={value}
          type="radio"
          name={name}
          value={value}
          checked={session[name] === value}
          onChange={() => set({ [name]: value })}
        >
          <Explained name={t(`${name}.${value}` as 'mode.ask')}>
            {t(`${name}.${value}Hint` as 'mode.askHint')}
          </Explained>
        </Choice>
      ))}
      {name === 'mode' && <p className="text-quiet text-small">{t('mode.fullHint')}</p>}
      <FieldAlert text={faultAt(`/${name}`)} />
    </fieldset>
  )
}
