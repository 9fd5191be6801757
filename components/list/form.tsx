import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { FormProblem } from './form-problem'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  /** Nothing can be sent now, by the Enter key either. */
  off?: boolean
  onSend: () => void
}

/** A form that the page itself sends. */
export const Form = ({ off = false, onSend, ...form }: FormProps) => (
  <form
    {...form}
    onSubmit={event => {
      event.preventDefault()
      if (!off) onSend()
    }}
  />
)

type FootProps = Pick<ComponentProps<typeof Button>, 'variant' | 'off' | 'className' | 'children'> & {
  /** The name of the button that sends it. */
  send: string
  error?: Error | null
  onCancel?: (() => void) | undefined
}

/** Why it was not taken, what sends it, and then what leaves it. */
export function FormFoot({ send, error = null, className = '', onCancel, children, ...button }: FootProps) {
  const t = useTranslations('list.form')
  return (
    <>
      <FormProblem error={error} />
      <footer className={`flex flex-wrap items-center gap-2 ${className}`}>
        <Button type="submit" variant="main" {...button}>
          {send}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
        {children}
      </footer>
    </>
  )
}
