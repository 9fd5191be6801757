import { type ComponentProps, type ReactNode, useId } from 'react'
import { FIELD } from './looks'

type ChoiceProps = Omit<ComponentProps<'input'>, 'className' | 'onChange'> & {
  /** In a line with others. */
  isInline?: boolean
  onValue: (isChecked: boolean) => void
  children: ReactNode
}

const LINE = 'flex cursor-pointer gap-2.5 py-1.5 wrap-anywhere touch:py-2.5 [&>input]:mt-1'
const INLINE = 'inline-flex cursor-pointer items-center gap-1.5 touch:min-h-11'

/** Unchecked it is paper in either theme: a browser fills it grey in the dark. */
export const CHECK_BOX =
  'size-4 flex-none accent-ink not-checked:appearance-none not-checked:rounded-small not-checked:border not-checked:border-field not-checked:bg-surface [&[type=radio]]:rounded-full'

/** A checkbox or radio button with its label. */
export const Choice = ({ isInline = false, type = 'checkbox', onValue, children, ...input }: ChoiceProps) => (
  <label className={isInline ? INLINE : LINE}>
    <input type={type} className={CHECK_BOX} {...input} onChange={({ target }) => onValue(target.checked)} />
    {children}
  </label>
)

type RadiosProps<V> = {
  label: ReactNode
  value: V
  options: (readonly [V, ReactNode])[]
  onValue: (value: V) => void
  /** In a line, which needs no heading to be seen. */
  isInline?: boolean
  autoFocus?: boolean
  children?: ReactNode
}

/** One of a few values, all of them in sight. */
export function Radios<V extends string | number>({ label, isInline = false, ...props }: RadiosProps<V>) {
  const name = useId()
  return (
    <fieldset className={isInline ? 'flex flex-wrap gap-x-4' : ''}>
      <legend className={isInline ? 'sr-only' : 'font-semibold text-small'}>{label}</legend>
      {props.options.map(([value, text]) => (
        <Choice
          key={value}
          isInline={isInline}
          type="radio"
          name={name}
          checked={value === props.value}
          autoFocus={props.autoFocus === true && value === props.value}
          onValue={() => props.onValue(value)}
        >
          {text}
        </Choice>
      ))}
      {props.children}
    </fieldset>
  )
}

/** A field in a line with others. One that narrows a list down is filled. */
const CHIP =
  'min-h-8 min-w-0 max-w-full cursor-pointer rounded-base border border-field px-2 text-small hover:bg-hover touch:min-h-11 touch:text-[1rem]'
const NARROWS = 'has-[[value=""]]:not-has-[[value=""]:checked]:bg-hover'

type SelectProps<V extends string> = Omit<ComponentProps<'select'>, 'className' | 'onChange'> & {
  value: V
  options: (readonly [V, string])[]
  onValue: (value: V) => void
  /** As wide as the form that it is in. */
  isWide?: boolean
}

/** One of several values. The empty one narrows nothing down. */
export const Select = <V extends string>({ options, onValue, isWide, ...select }: SelectProps<V>) => (
  <select
    className={isWide ? FIELD : `${CHIP} ${NARROWS} *:bg-surface`}
    {...select}
    onChange={({ target }) => onValue(target.value as V)}
  >
    {options.map(([option, name]) => (
      <option key={option} value={option}>
        {name}
      </option>
    ))}
  </select>
)

type DateProps = { label: string; value: string; onValue: (value: string) => void }

/** A day that narrows a list down. */
export const DateChip = ({ label, value, onValue }: DateProps) => (
  <label className={`inline-flex items-center gap-1.5 ${CHIP} ${value && 'bg-hover'}`}>
    {label}
    <input
      type="date"
      value={value}
      className="min-w-0 grow bg-transparent"
      onChange={({ target }) => onValue(target.value)}
    />
  </label>
)
