import type { ComponentProps } from 'react'
import { useHydrated } from './use-hydrated'

type Props = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: ButtonLook
  /** Overrides the shape of the look. */
  shape?: ButtonShape
  /** Disabled, but still focusable, so that focus is not lost and the reason can be read. */
  off?: boolean | undefined
}

/**
 * A key that is held down presses the button once. Before hydration a press would be lost, so the button is disabled
 * without looking so; a submit button works without scripts.
 */
export function Button({ variant = 'plain', shape, off = false, className = '', ...rest }: Props) {
  const { onClick, onKeyDown, type = 'button' } = rest
  const isHydrated = useHydrated(type === 'submit')
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={off || !isHydrated || undefined}
      data-waking={(!off && !isHydrated) || undefined}
      className={`${buttonClasses({ variant, shape, off })} ${className}`}
      onClick={event => {
        if (off) event.preventDefault()
        else onClick?.(event)
      }}
      onKeyDown={event => {
        if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
        onKeyDown?.(event)
      }}
    />
  )
}

/** `wanted`: what the person is asked to do. `main`: the purpose of a form. `verb`: one of several ways. `bare`: quiet text that opens something. */
type ButtonLook = 'wanted' | 'main' | 'plain' | 'quiet' | 'link' | 'verb' | 'faint' | 'bare'

/** `round`: one sign. `example`: text that may take several lines. */
type ButtonShape = keyof typeof SHAPES

const EVERY =
  'inline-flex items-center justify-center gap-2 rounded-base border touch:min-h-11 touch:min-w-11'

const TEXT =
  'min-h-7 whitespace-nowrap font-strong text-[0.8125rem] underline decoration-field underline-offset-3'

const SHAPES = {
  box: 'min-h-9 whitespace-nowrap px-3.5 font-strong',
  verb: 'min-h-9 whitespace-nowrap px-2.5 font-strong max-phone:px-2',
  words: `-ml-1.5 px-1.5 ${TEXT}`,
  link: TEXT,
  round: 'size-8 flex-none rounded-full! text-title leading-none touch:size-11',
  chip: 'min-h-8 whitespace-nowrap px-2 text-small',
  small: 'min-h-8 whitespace-nowrap px-3 font-strong text-[0.8125rem]',
  example: 'min-h-9 px-3.5 py-1.5 text-left',
}

const BARE = 'cursor-pointer border-transparent bg-transparent hover:bg-hover'

const LOOKS: Record<ButtonLook, { shape: ButtonShape; ink: string }> = {
  plain: { shape: 'box', ink: 'cursor-pointer border-field bg-surface text-ink hover:bg-hover' },
  wanted: {
    shape: 'box',
    ink: 'cursor-pointer border-accent bg-accent text-on-accent hover:bg-[color-mix(in_srgb,var(--accent)_88%,var(--ink))]',
  },
  main: {
    shape: 'box',
    ink: 'cursor-pointer border-ink bg-ink text-paper hover:bg-[color-mix(in_srgb,var(--ink)_85%,var(--paper))]',
  },
  quiet: { shape: 'words', ink: `text-quiet hover:text-ink ${BARE}` },
  link: { shape: 'link', ink: `text-ink ${BARE}` },
  verb: { shape: 'verb', ink: `text-ink ${BARE}` },
  bare: { shape: 'chip', ink: `text-quiet hover:text-ink ${BARE}` },
  faint: { shape: 'small', ink: 'cursor-pointer border-hairline bg-surface text-quiet hover:bg-hover' },
}

const OFF = 'cursor-not-allowed border-transparent bg-hover text-quiet'

type ClassOptions = { variant?: ButtonLook; shape?: ButtonShape | undefined; off?: boolean }

/** The classes of a button, for any element. */
export const buttonClasses = ({
  variant = 'plain',
  shape = LOOKS[variant].shape,
  off = false,
}: ClassOptions): string => `${EVERY} ${SHAPES[shape]} ${off ? OFF : LOOKS[variant].ink}`
