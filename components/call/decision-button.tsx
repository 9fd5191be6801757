'use client'

import { type ComponentProps, useId, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { useSteady } from '@/lib/client/decisions/use-steady'

type Props = Omit<ComponentProps<typeof Button>, 'ref' | 'onClick' | 'onPointerDown'> & {
  /** What it decides about. */
  version: string
  onClick: () => void
}

/** The button on which the last press began, with what it decided about then. */
let pressed = ''

if (typeof window !== 'undefined') {
  const forget = (): void => {
    pressed = ''
  }
  window.addEventListener('pointerdown', forget, true)
}

/**
 * A button that decides about Calls at one press. It is off for a moment after it has appeared, changed or moved. A press
 * that began elsewhere, or while it was off, does nothing; nor does the second press of two, which may have been meant for
 * what was there before the first. A key has no place.
 */
export function DecisionButton({ version, off = false, onClick, ...rest }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const { isSteady, checkNow } = useSteady(version, button)
  const name = `${id} ${version}`
  return (
    <Button
      {...rest}
      ref={button}
      off={off || !isSteady}
      onPointerDown={() => {
        if (isSteady && checkNow()) pressed = name
      }}
      onClick={({ detail }) => {
        if (detail === 0 || (detail === 1 && pressed === name)) onClick()
      }}
    />
  )
}
