import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect } from 'react'
import { estimatedHeight, type Row } from '@/lib/client/text/transcript-rows'

/** Up to this many rows are all rendered, so that the browser can search them. */
const MOST_UNVIRTUALISED = 80
/** How many rows above and below the window are rendered as well. */
const AROUND = 8
/** The padding above the first row, as in the styles, in pixels. */
const START = 16

type InView = {
  from: number
  to: number
  /** The height of the rows above and below. */
  above: number
  below: number
  measure: (element: HTMLElement | null) => void
  /** Brings a row into view. */
  show: (index: number) => void
}

/**
 * Which rows of a long list are rendered. They are in the normal flow, between spacers for the others. When rows are added
 * above, or turn out taller than estimated, what is in view stays where it is; but not while the list follows its end,
 * when that would look as if somebody had scrolled up.
 */
export function useRowsInView(
  list: RefObject<HTMLElement | null>,
  rows: Row[],
  isFollowing: () => boolean,
): InView {
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows])
  const estimateSize = useCallback(
    (index: number) => (rows[index] ? estimatedHeight(rows[index]) : 0),
    [rows],
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize,
    getItemKey,
    overscan: AROUND,
    // Rows added above move nothing; `useStayAtEnd` keeps the end, since it knows what is below the rows.
    anchorTo: 'end',
    scrollEndThreshold: -1,
    scrollMargin: START,
    // The rows around the window are rendered already, so the frame of a scroll need not wait.
    useFlushSync: false,
  })
  // A row that reaches into the window grows below what is being read, and moves none of it.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = (item, _, { scrollOffset }) =>
    !isFollowing() && item.end <= (scrollOffset ?? 0)
  useBeginAtEnd(list)
  const items = virtual.getVirtualItems()
  const [first] = items
  const last = items.at(-1)
  const whole = { from: 0, to: rows.length, above: 0, below: 0 }
  const part =
    rows.length <= MOST_UNVIRTUALISED || !first || !last
      ? whole
      : {
          from: first.index,
          to: last.index + 1,
          above: first.start - START,
          below: virtual.getTotalSize() + START - last.end,
        }
  const show = useCallback(
    (index: number) => {
      const element = list.current?.querySelector(`[data-index="${index}"]`)
      const isTall = (element?.clientHeight ?? 0) > (list.current?.clientHeight ?? 0)
      if (element) element.scrollIntoView({ block: isTall ? 'start' : 'center' })
      else virtual.scrollToIndex(index, { align: 'center' })
    },
    [list, virtual],
  )
  return { ...part, measure: virtual.measureElement, show }
}

/**
 * Before hydration the list is laid out from its end, so that the first paint shows its last rows. This switches to the
 * normal layout without moving anything.
 */
function useBeginAtEnd(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = list.current
    if (!element || element.dataset.live !== undefined) return
    const fromEnd = -element.scrollTop
    element.dataset.live = ''
    element.scrollTop = element.scrollHeight - element.clientHeight - fromEnd
  }, [list])
}
