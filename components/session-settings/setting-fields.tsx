import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { Radios } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import type { Session, SessionDefaults, SessionPatch } from '@/lib/domain/session/session'

/** What the settings of a session are, and those that new sessions start with; these have no model and no folder. */
export type SettingValues = Pick<Session, Exclude<keyof SessionPatch, 'title' | 'archived' | 'modeExpiresAt'>>

/**
 * The props of every setting in the dialog: the values with the changes so far, a way to change more of them, the server's
 * complaint about a field, by its path, and what new sessions start with, where a session can differ from it.
 */
export type SettingProps = {
  session: SettingValues
  set: (patch: SessionPatch) => void
  faultAt: (path: string) => string | undefined
  defaults?: SessionDefaults | undefined
}

type NumberFieldProps = {
  /** Where the number is among the settings. */
  path: `${'limits' | 'compaction'}/${string}`
  setting: SettingProps
  label: string
  unit?: string
  /** How many stored units make one of the field's: 60,000 for milliseconds shown as minutes. */
  scale?: number | undefined
  step?: number | undefined
  /** The placeholder, if the field may be empty. */
  none?: string | undefined
}

/** A number with its unit. What is not a number yet stays in the field and changes nothing. */
export function NumberField({ path, setting, label, unit, scale = 1, step = 1, none }: NumberFieldProps) {
  const [group = '', name = ''] = path.split('/')
  const textIn = (settings: object): string => {
    const value = (settings as Record<string, Record<string, number | null>>)[group]?.[name] ?? null
    return value === null ? '' : String(value / scale)
  }
  const standard = setting.defaults && textIn(setting.defaults)
  const [text, setText] = useState(textIn(setting.session))
  const change = (typed: string): void => {
    setText(typed)
    const isEmpty = typed.trim() === ''
    const number = Number(typed) * scale
    const value = isEmpty ? null : step === 1 ? Math.round(number) : number
    if (isEmpty ? none !== undefined : Number.isFinite(number)) setting.set({ [group]: { [name]: value } })
  }
  return (
    <Field
      label={
        <>
          {label} <span className="font-normal text-quiet">{unit}</span>{' '}
          <Differs value={textIn(setting.session)} standard={standard} name={standard || none} />
        </>
      }
      type="number"
      inputMode="decimal"
      min={0}
      step={step === 1 ? 'any' : step}
      placeholder={none}
      value={text}
      onValue={change}
    >
      <FieldAlert text={setting.faultAt(`/${path}`)} />
    </Field>
  )
}

export const FieldAlert = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <Alert className="mt-1">
      <VisibleText>{text}</VisibleText>
    </Alert>
  )

type DiffersProps = { value: unknown; standard: unknown; name?: string | undefined }

/** Marks what differs from what new sessions start with; `name` is that in words, where it has some. */
export function Differs({ value, standard, name }: DiffersProps) {
  const t = useTranslations('sessionSettings.dialog')
  if (standard === undefined || JSON.stringify(value) === JSON.stringify(standard)) return null
  return (
    <span className="font-normal text-ink text-small"> · {name ? t('default', { name }) : t('differs')}</span>
  )
}

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

type ChoiceProps = SettingProps & { name: keyof typeof CHOICES }

/** One of a few values of a setting. */
export function ChoiceSetting({ name, session, set, faultAt, defaults }: ChoiceProps) {
  const t = useTranslations('sessionSettings')
  const standard = name === 'blocks' ? undefined : defaults?.[name]
  return (
    <Radios
      label={
        <>
          {t(`${name}.label`)}
          <Differs
            value={session[name]}
            standard={standard}
            name={standard && t(`${name}.${standard}` as 'mode.ask')}
          />
        </>
      }
      value={session[name]}
      options={CHOICES[name].map(value => [
        value,
        <Explained key={value} name={t(`${name}.${value}` as 'mode.ask')}>
          {t(`${name}.${value}Hint` as 'mode.askHint')}
        </Explained>,
      ])}
      onValue={value => set({ [name]: value })}
    >
      {name === 'mode' && <p className="text-quiet text-small">{t('mode.fullHint')}</p>}
      <FieldAlert text={faultAt(`/${name}`)} />
    </Radios>
  )
}
