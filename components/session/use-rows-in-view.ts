import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect } from 'react'
import { estimatedHeight, type Row } from '@/lib/client/transcript-rows'

/** Up to so many rows are all there: the tail that a page opens with can be searched and read as a whole. */
const ALL = 80
/** Rows above and below the window that are there as well. */
const AROUND = 8
/** Where the first row begins: the room above it, as the styles have it. */
const START = 16

type InView = {
  from: number
  to: number
  /** The room that the rows above and below take. */
  above: number
  below: number
  measure: (element: HTMLElement | null) => void
  /** Brings a row into view. */
  show: (index: number) => void
}

/**
 * Which rows of a long list are drawn. They stand in the normal flow, with room for the others around them; when
 * rows come in above, or turn out taller than they were taken to be, what is in view stays where it is.
 */
export function useRowsInView(list: RefObject<HTMLElement | null>, rows: Row[]): InView {
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
    // Rows that come in above move nothing; the end is kept by `useStayAtEnd`, which knows what is below them.
    anchorTo: 'end',
    scrollEndThreshold: -1,
    scrollMargin: START,
    // What is around is there already: the frame in which somebody scrolls need not wait for what comes next.
    useFlushSync: false,
  })
  virtual.shouldAdjustScrollPositionOnItemSizeChange = isAbove
  useBeginAtEnd(list)
  const items = virtual.getVirtualItems()
  const [first] = items
  const last = items.at(-1)
  const whole = { from: 0, to: rows.length, above: 0, below: 0 }
  const part =
    rows.length <= ALL || !first || !last
      ? whole
      : {
          from: first.index,
          to: last.index + 1,
          above: first.start - START,
          below: virtual.getTotalSize() + START - last.end,
        }
  const show = useCallback(
    (index: number) => {
      const drawn = list.current?.querySelector(`[data-index="${index}"]`)
      if (drawn) drawn.scrollIntoView({ block: 'center' })
      else virtual.scrollToIndex(index, { align: 'center' })
    },
    [list, virtual],
  )
  return { ...part, measure: virtual.measureElement, show }
}

/** Rows stand in the flow: one that reaches into the window grows below what is read, and moves none of it. */
const isAbove = (
  { end }: { end: number },
  _: number,
  { scrollOffset }: { scrollOffset: number | null },
): boolean => end <= (scrollOffset ?? 0)

/**
 * Until scripts are at work the list is laid out from its end, so that the first paint shows its last rows; then
 * it goes on from where it is.
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
