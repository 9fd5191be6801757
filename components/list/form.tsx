import type { ComponentProps } from 'react'

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
