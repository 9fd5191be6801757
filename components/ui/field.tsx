import {
  type ChangeEvent,
  type ComponentProps,
  type InvalidEvent,
  type ReactNode,
  useId,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { Alert } from './alert'
import { Select } from './choice'
import { CODE_FIELD } from './further-looks'
import { FIELD } from './looks'

type Props = Omit<ComponentProps<'input'>, 'className' | 'list' | 'value'> & {
  label: ReactNode
  hint?: ReactNode
  rows?: number
  isRequired?: boolean
  /** Said where it is required and empty. */
  missing?: string
  /** For people, not for programs. */
  isProse?: boolean
  /** What is offered; other text is taken too. */
  offers?: string[]
  value: string
  onValue: (value: string) => void
}

/** The browser's own mark of a list does not fit into the field. */
const NO_MARK = '[&::-webkit-calendar-picker-indicator]:hidden!'

/** With `rows` it takes several lines. */
export function Field({
  label,
  hint,
  value,
  onValue,
  rows,
  isRequired,
  missing,
  isProse,
  offers,
  children,
  ...input
}: Props) {
  const t = useTranslations('list.field')
  const id = useId()
  const [fault, setFault] = useState('')
  const classes = `${input.type === 'number' ? `block ${FIELD} max-w-34` : isProse ? FIELD : CODE_FIELD} ${offers ? NO_MARK : ''}`
  const field = {
    dir: isProse ? 'auto' : undefined,
    spellCheck: isProse ?? false,
    autoCapitalize: 'none',
    autoComplete: 'off',
    value,
    id,
    required: isRequired,
    'aria-invalid': fault !== '' || undefined,
    'aria-describedby': hint ? `${id}hint` : undefined,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setFault('')
      onValue(target.value)
    },
    // In place of the browser's own bubble.
    onInvalid: (event: InvalidEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      event.preventDefault()
      const { form, validity, validationMessage } = event.currentTarget
      setFault(validity.valueMissing ? (missing ?? t('missing')) : validationMessage)
      form?.querySelector<HTMLElement>('input:invalid, textarea:invalid')?.focus()
    },
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
      {fault !== '' && <Alert className="text-small">{fault}</Alert>}
      {children}
    </div>
  )
}

type SelectProps<V extends string> = ComponentProps<typeof Select<V>> & { label: string }

export function SelectField<V extends string>({ label, ...select }: SelectProps<V>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="font-semibold text-small">
        {label}
      </label>
      <Select id={id} isWide {...select} />
    </div>
  )
}
