import { type RefObject, useLayoutEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Observable, useObservable } from '@/lib/client/page/page-state'

/** What side by side needs, in pixels: two columns of about 60 characters. */
const LEAST_WIDTH = 1_000
const NAME = 'diff view'

/** What somebody has chosen where there is room for both. */
const isUnifiedChosen = new Observable(readChoice())

function readChoice(): boolean {
  if (typeof window === 'undefined') return false
  try {
    return localStorage.getItem(NAME) === 'unified'
  } catch {
    // A browser may forbid it: then nothing was chosen.
    return false
  }
}

function keepChoice(isUnified: boolean): void {
  isUnifiedChosen.set(isUnified)
  try {
    localStorage.setItem(NAME, isUnified ? 'unified' : 'split')
  } catch {
    // Then it lasts as long as the page.
  }
}

/** Whether there is room for both sides of a diff, and whether they stand side by side. */
export function useDiffView(container: RefObject<HTMLElement | null>): { isWide: boolean; isSplit: boolean } {
  const [isWide, setWide] = useState(false)
  const isUnified = useObservable(isUnifiedChosen)
  useLayoutEffect(() => {
    const element = container.current
    if (!element) return
    const measure = (): void => setWide(element.clientWidth >= LEAST_WIDTH)
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [container])
  return { isWide, isSplit: isWide && !isUnified }
}

/** Changes to the other view of all diffs. */
export function ViewButton() {
  const t = useTranslations('call.diff')
  const isUnified = useObservable(isUnifiedChosen)
  return (
    <Button variant="quiet" onClick={() => keepChoice(!isUnified)}>
      {isUnified ? t('split') : t('unified')}
    </Button>
  )
}
