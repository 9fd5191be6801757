'use client'

import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { isOnTouch } from '@/lib/client/decisions/key-aim'

/** A line of a diff: where it is, and the button of its number, which acts on it. */
type Choice = { top: number; height: number; button: HTMLElement }

/**
 * Where fingers press, the lines of a diff stand as close as elsewhere. A tap on one chooses it; then one button is there,
 * large enough, by which something is said about it.
 */
export function LineChoice({ children }: { children: ReactNode }) {
  const t = useTranslations('call.review')
  const [choice, setChoice] = useState<Choice | null>(null)
  const container = useRef<HTMLDivElement>(null)
  const choose = ({ target }: MouseEvent): void => {
    const isTouch = isOnTouch()
    if (isTouch && container.current && target instanceof Element && isFree(target))
      setChoice(choiceOf(target, container.current))
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the number of each line is a button for the keyboard
    // biome-ignore lint/a11y/noStaticElementInteractions: the number of each line is a button for a screen reader
    <div ref={container} className="relative" onClick={choose}>
      {children}
      {choice && (
        <>
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-x-0 rounded-small outline-2 outline-ink"
            style={{ top: choice.top, height: choice.height }}
          />
          <span className="absolute right-2 z-1" style={{ top: choice.top + choice.height + 4 }}>
            <Button
              aria-label={choice.button.getAttribute('aria-label') ?? undefined}
              onClick={() => {
                setChoice(null)
                choice.button.click()
              }}
            >
              {t('comment')}
            </Button>
          </span>
        </>
      )}
    </div>
  )
}

/** Whether a tap there is meant for nothing else, such as a button or a text that is being selected. */
const isFree = (target: Element): boolean =>
  !target.closest('button, a, summary, input') && (window.getSelection()?.isCollapsed ?? true)

/** Null where there is no line that something can be said about. */
function choiceOf(target: Element, container: HTMLElement): Choice | null {
  const line = target.closest<HTMLElement>('span:has(> button[data-n])')
  const button = line?.querySelector<HTMLElement>('button[data-n]')
  if (!line || !button) return null
  const { top, height } = line.getBoundingClientRect()
  return { top: top - container.getBoundingClientRect().top, height, button }
}
