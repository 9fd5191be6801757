import { type ComponentProps, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'

/** For so long nothing can be pressed that has appeared, changed or moved. */
const STEADY_MS = 300
const CHECK_MS = 50

/** Movements of so many pixels take no press from one button to another. */
const JITTER = 4

const EDGES = ['top', 'bottom', 'left', 'right'] as const

/**
 * False for a moment after something has appeared or changed, which gives it another `version`, or has moved: a press that
 * was meant for what was there before must not decide about what is there now. Scrolling is a person's own move.
 * `checkNow` says what is true at the moment of a press.
 */
export function useSteady(version: string, element?: RefObject<HTMLElement | null>) {
  const [steady, setSteady] = useState<string | null>(null)
  const latest = useRef<() => boolean>(() => false)
  useEffect(() => {
    let [last, since] = [positionOf(element?.current), performance.now()]
    latest.current = () => {
      const now = positionOf(element?.current)
      const { box, scrolled } = last ?? {}
      const hasMoved = EDGES.some(edge => box && now && Math.abs(now.box[edge] - box[edge]) > JITTER)
      if (hasMoved && now?.scrolled === scrolled) since = performance.now()
      last = now
      const isSteady = performance.now() - since >= STEADY_MS
      setSteady(isSteady ? version : null)
      return isSteady
    }
    const timer = setInterval(() => latest.current(), CHECK_MS)
    return () => {
      setSteady(null)
      clearInterval(timer)
    }
  }, [version, element])
  const checkNow = useCallback(() => latest.current(), [])
  return { isSteady: steady === version, checkNow }
}

type Position = { box: DOMRect; scrolled: number } | null

/** Where something is, and how far what is around it is scrolled: events of scrolling may come after the press. */
function positionOf(element: HTMLElement | null | undefined): Position {
  if (!element) return null
  let scrolled = 0
  for (let around = element.parentElement; around; around = around.parentElement)
    scrolled += around.scrollTop + around.scrollLeft
  return { box: element.getBoundingClientRect(), scrolled }
}

type Props = Omit<ComponentProps<typeof Button>, 'ref' | 'onClick' | 'onPointerDown'> & {
  /** What it decides about. */
  version: string
  onClick: () => void
}

/** The button on which the last press began, with what it decided about then. */
let pressed = ''

const forget = (): void => {
  pressed = ''
}

if (typeof window !== 'undefined') window.addEventListener('pointerdown', forget, true)

/**
 * A button that decides about Calls at one press. A press that began elsewhere, or while it was off, does nothing;
 * nor does the second press of two, which may have been meant for what was there before the first. A key has no place.
 */
export function DecisionButton({ version, off = false, onClick, ...rest }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const name = `${useId()} ${version}`
  const { isSteady, checkNow } = useSteady(version, button)
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
