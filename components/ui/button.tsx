'use client'

import { type ComponentProps, useSyncExternalStore } from 'react'

type Props = Omit<ComponentProps<'button'>, 'disabled'> & {
  /** `wanted`: the one thing that is asked of the person. `main`: what a form is for. `verb`: one of several ways. */
  look?: 'wanted' | 'main' | 'plain' | 'quiet' | 'verb'
  /** Off, but still to be reached by the keyboard, so that focus is not lost and the reason can be read. */
  off?: boolean | undefined
}

const never = () => () => undefined

/**
 * A button. A key that is held down presses it once. Until the page's scripts are at work a press would be lost, and
 * the button says that it is off, without looking so for that moment; one that sends a form needs no scripts.
 */
export function Button({ look = 'plain', off = false, className = '', ...rest }: Props) {
  const { onClick, onKeyDown, type = 'button' } = rest
  const isAwake = useSyncExternalStore(
    never,
    () => true,
    () => type === 'submit',
  )
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={off || !isAwake || undefined}
      data-waking={(!off && !isAwake) || undefined}
      className={`button button-${look} ${className}`}
      onClick={event => (off ? event.preventDefault() : onClick?.(event))}
      onKeyDown={event => {
        if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
        onKeyDown?.(event)
      }}
    />
  )
}
