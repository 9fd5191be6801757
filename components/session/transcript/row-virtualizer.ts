import {
  observeElementOffset,
  observeElementRect,
  elementScroll as scrollToFn,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/react-virtual'
import { flushSync } from 'react-dom'

export type RowVirtualizer = Virtualizer<HTMLElement, HTMLElement>

export type RowOptions = Omit<
  VirtualizerOptions<HTMLElement, HTMLElement>,
  'observeElementRect' | 'observeElementOffset' | 'scrollToFn'
>

/** How many rows above and below the window are rendered as well. */
const AROUND = 8

/**
 * Measures the rows that are there, and says which of them to render from now on: all of them while the page is being
 * printed. `end` stops it.
 */
export function startVirtualizer(
  options: RowOptions,
  rerender: () => void,
): { virtual: RowVirtualizer; end: () => void } {
  const initialOffset = options.getScrollElement()?.scrollTop ?? 0
  const virtual: RowVirtualizer = new Virtualizer({
    ...options,
    observeElementRect,
    observeElementOffset,
    scrollToFn,
    initialOffset,
    overscan: AROUND,
    // The rows around the window are rendered already, so the frame of a scroll need not wait.
    onChange: rerender,
  })
  // What is rendered is where it is, whatever was estimated.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = () => false
  virtual._willUpdate()
  for (const row of options.getScrollElement()?.querySelectorAll<HTMLElement>('[data-index]') ?? [])
    virtual.measureElement(row)
  const renderAround = (overscan: number) => () => {
    virtual.setOptions({ ...virtual.options, overscan })
    flushSync(rerender)
  }
  const printing = new AbortController()
  window.addEventListener('beforeprint', renderAround(Number.POSITIVE_INFINITY), { signal: printing.signal })
  window.addEventListener('afterprint', renderAround(AROUND), { signal: printing.signal })
  const unmount = virtual._didMount()
  return {
    virtual,
    end: () => {
      printing.abort()
      unmount()
    },
  }
}
