import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useState,
} from 'react'
import { loadPart } from '@/lib/client/page/load-part'
import { estimatedHeight, type Row } from '@/lib/client/text/transcript-rows'
import type { RowOptions, RowVirtualizer } from './row-virtualizer'
import type { StayAtEnd } from './use-stay-at-end'

/** Up to this many rows are all rendered, so that the browser can search them. */
const MOST_UNVIRTUALISED = 80
/** The padding above the first row, as in the styles, in pixels. */
const START = 16

type InView = {
  from: number
  to: number
  /** The height of the rows above and below. */
  above: number
  below: number
  measure: (element: HTMLElement | null) => void
  /** Brings a row into view, or what is linked in it. */
  show: (index: number) => void
  /** Whether rows can be added above without moving what is in view. */
  isReady: boolean
  /** Makes it ready. */
  prepare: () => void
}

type RowsProps = {
  list: RefObject<HTMLElement | null>
  rows: Row[]
  end: StayAtEnd
  /** How many rows may be added at once. */
  toCome: number
}

/**
 * Which rows of a long list are rendered. They are in the normal flow, between spacers for the others. When rows are added
 * above, or turn out taller than estimated, what is in view stays where it is; but not while the list follows its end,
 * when that would look as if somebody had scrolled up.
 */
export function useRowsInView({ list, rows, end, toCome }: RowsProps): InView {
  const { isAtEnd, isFollowing } = end
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows])
  const estimateSize = useCallback(
    (index: number) => (rows[index] ? estimatedHeight(rows[index]) : 0),
    [rows],
  )
  const { virtual, prepare } = useLateVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize,
    getItemKey,
    // Rows added above move nothing; `useStayAtEnd` keeps the end, since it knows what is below the rows.
    anchorTo: 'end',
    scrollEndThreshold: -1,
    scrollMargin: START,
  })
  // A row that reaches into the window grows below what is being read, and moves none of it.
  if (virtual)
    virtual.shouldAdjustScrollPositionOnItemSizeChange = (item, _, { scrollOffset }) =>
      !isFollowing() && item.end <= (scrollOffset ?? 0)
  const isWanted = !isAtEnd || rows.length + toCome > MOST_UNVIRTUALISED
  useEffect(() => {
    if (isWanted) prepare()
  }, [isWanted, prepare])
  useBeginAtEnd(list)
  const show = useCallback(
    (index: number) => {
      const row = list.current?.querySelector(`[data-index="${index}"]`)
      const element = row?.querySelector('[data-linked]') ?? row
      const isTall = (element?.clientHeight ?? 0) > (list.current?.clientHeight ?? 0)
      if (element) element.scrollIntoView({ block: isTall ? 'start' : 'center' })
      else virtual?.scrollToIndex(index, { align: 'center' })
    },
    [list, virtual],
  )
  const measure = useCallback((element: HTMLElement | null) => virtual?.measureElement(element), [virtual])
  const whole = { from: 0, to: rows.length, above: 0, below: 0 }
  const part = virtual && rows.length > MOST_UNVIRTUALISED ? partOf(virtual) : null
  return { ...(part ?? whole), measure, show, isReady: virtual !== null, prepare }
}

function partOf(virtual: RowVirtualizer) {
  const items = virtual.getVirtualItems()
  const [first] = items
  const last = items.at(-1)
  return first && last
    ? {
        from: first.index,
        to: last.index + 1,
        above: first.start - START,
        below: virtual.getTotalSize() + START - last.end,
      }
    : null
}

/**
 * A virtualizer that is loaded when it is first needed: most sessions are short, and are read at their end. Until
 * then all rows are rendered.
 */
function useLateVirtualizer(options: RowOptions) {
  const [virtual, setVirtual] = useState<RowVirtualizer | null>(null)
  const [isWanted, setWanted] = useState(false)
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const begin = useEffectEvent(({ startVirtualizer }: typeof import('./row-virtualizer')) => {
    const started = startVirtualizer(options, rerender)
    setVirtual(started.virtual)
    return started.end
  })
  useEffect(() => {
    if (!isWanted) return
    let end = (): void => undefined
    let isOver = false
    loadPart(() => import('./row-virtualizer')).then(
      module => {
        if (!isOver) end = begin(module)
      },
      // Whoever scrolls on asks again.
      () => setWanted(false),
    )
    return () => {
      isOver = true
      end()
    }
  }, [isWanted])
  virtual?.setOptions({ ...virtual.options, ...options })
  useLayoutEffect(() => virtual?._willUpdate())
  const prepare = useCallback(() => setWanted(true), [])
  return { virtual, prepare }
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
