'use client'

import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'button'>, 'disabled'> & {
  /** `wanted`: the one thing that is asked of the person. `main`: what a form is for. `verb`: one of several ways. */
  look?: 'wanted' | 'main' | 'plain' | 'quiet' | 'verb'
  /** Off, but still to be reached by the keyboard, so that focus is not lost and the reason can be read. */
  off?: boolean | undefined
}

/** A button. A key that is held down presses it once. */
export function Button({ look = 'plain', off = false, className = '', ...rest }: Props) {
  const { onClick, onKeyDown, type = 'button' } = rest
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={off || undefined}
      className={`button button-${look} ${className}`}
      onClick={event => (off ? event.preventDefault() : onClick?.(event))}
      onKeyDown={event => {
        if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
        onKeyDown?.(event)
      }}
    />
  )
}
