import {
  createContext,
  memo,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CODE, PAPER_TEXT } from '@/components/ui/looks'
import { chunkEnds } from '@/lib/client/diff/text-chunks'
import { foldOf } from '@/lib/client/text/long-text'
import { copyExactly, VisibleText } from './visible-text'

/** Whoever follows a search result sees its text unfolded: the match may be anywhere. */
export const Unfolded = createContext(false)

type CodeProps = { isWhole?: boolean; isProse?: boolean; className?: string; children: string }

/** Text to the character, folded where it is long. */
export const CodeText = memo(function CodeText({ isProse = false, children, ...folded }: CodeProps) {
  const show = useCallback(
    (from: number, to: number) => <VisibleText isProse={isProse}>{children.slice(from, to)}</VisibleText>,
    [children, isProse],
  )
  return (
    <Folded text={children} {...folded}>
      {show}
    </Folded>
  )
})

/** The same on paper. */
export const PaperText = ({ children }: { children: string }) => (
  <div className={PAPER_TEXT}>
    <CodeText>{children}</CodeText>
  </div>
)

type ShowText = (from: number, to: number) => ReactNode

type Props = {
  text: string
  /** Whether it starts unfolded. */
  isWhole?: boolean
  /** Where its chunks end, if that matters. */
  ends?: () => number[]
  className?: string
  /** Renders the text between two positions; another function renders all of it again. */
  children: ShowText
}

/**
 * A long text in a bounded space: its end is always visible, and it says how much is folded. While it unfolds, chunk after
 * chunk, what is not there yet cannot be read; once it is folded, its chunks are hidden, and go as they came.
 */
export function Folded({ text, isWhole = false, ends, className = CODE, children }: Props) {
  const t = useTranslations('text.folded')
  const isUnfolded = use(Unfolded)
  const [open, setOpen] = useState(isWhole || isUnfolded)
  const fold = useMemo(() => foldOf(text), [text])
  const chunks = useChunks({ text, ends, isOpen: !fold || open })
  const head = fold && !open ? fold.head : (chunks.at(-1) ?? 0)
  const gap = fold && head < text.length ? { head, tail: Math.max(head, fold.tail) } : null
  // It stays as it is while what is above it unfolds.
  const tail = gap?.tail ?? text.length
  const end = useMemo(() => (tail < text.length ? children(tail, text.length) : null), [children, tail, text])
  return (
    <div data-fold={fold ? (gap ? (open ? 'growing' : 'folded') : 'opened') : undefined}>
      <pre className={className} onCopy={copyExactly}>
        {fold && !open && children(0, head)}
        <Chunks ends={chunks} length={text.length} show={children} />
        {gap && gap.tail > gap.head && (
          <span
            data-shown-only
            className="my-1 block border-field border-y border-dashed px-2.5 py-0.5 font-sans text-quiet"
          >
            {t('hidden', { count: gap.tail - gap.head })}
          </span>
        )}
        {end}
      </pre>
      {fold && (
        <Button variant="quiet" onClick={() => setOpen(!open)}>
          {open ? t('fold') : t('showAll', { count: text.length })}
        </Button>
      )}
    </div>
  )
}

/** So many chunks come and go at once: nearly every text has no more. Then as many at a time as take about so long. */
const AT_ONCE = 4
const STEP_MS = 25

/** The ends of the chunks that are there by now. Each is a piece of work by itself, between which whatever somebody does comes first. */
function useChunks({ text, ends, isOpen }: { text: string; ends: Props['ends']; isOpen: boolean }): number[] {
  const all = useMemo(() => ends?.() ?? chunkEnds(text), [text, ends])
  const [{ of, count }, setCount] = useState({ of: all, count: 0 })
  const rest = of === all && all.length > AT_ONCE ? count : 0
  const now = isOpen ? Math.min(all.length, Math.max(rest, AT_ONCE)) : rest
  const goal = isOpen ? all.length : 0
  const step = useRef(1)
  useEffect(() => {
    if (now === goal) return
    const timer = setTimeout(() => {
      const begin = performance.now()
      const next = goal > now ? now + step.current : Math.max(0, now - step.current)
      flushSync(() => setCount({ of: all, count: next }))
      // Whatever the clock promises: the next ones may take longer.
      step.current = Math.min(8, Math.floor((step.current * STEP_MS) / (performance.now() - begin)) || 1)
    })
    return () => clearTimeout(timer)
  }, [all, now, goal])
  return useMemo(() => all.slice(0, now), [all, now])
}

/**
 * A text of one chunk is no block in itself. Once chunks have been laid out, the browser is told their heights, and does no more
 * work for them while they are off the screen. Not sooner: a height that changes later would move what somebody reads.
 */
function Chunks({ ends, length, show }: { ends: number[]; length: number; show: ShowText }) {
  const chunks = useRef<HTMLSpanElement[]>([])
  useLayoutEffect(() => {
    const laidOut = chunks.current.slice(0, ends.length - 2).filter(({ style }) => !style.contentVisibility)
    // All are measured before any is changed: else the page would be laid out once for each.
    const heights = laidOut.map(chunk => chunk.getBoundingClientRect().height)
    for (const [at, { style }] of laidOut.entries()) {
      // What is hidden meanwhile has none to tell.
      if (!heights[at]) continue
      style.containIntrinsicBlockSize = `auto ${heights[at]}px`
      style.contentVisibility = 'auto'
    }
  }, [ends])
  if (ends[0] === length) return show(0, length)
  return ends.map((end, at) => (
    <Chunk key={end} from={ends[at - 1] ?? 0} to={end} at={at} chunks={chunks} show={show} />
  ))
}

/** What is hidden keeps its boxes: to take them from all chunks would be felt. */
const CHUNK =
  'block [unicode-bidi:inherit] in-data-[fold=folded]:[contain-intrinsic-block-size:0]! in-data-[fold=folded]:[content-visibility:hidden]! print:[content-visibility:visible]!'

type ChunkProps = {
  from: number
  to: number
  show: ShowText
  /** Where it puts its element. */
  chunks: RefObject<HTMLSpanElement[]>
  at: number
}

const Chunk = memo(function Chunk({ from, to, show, chunks, at }: ChunkProps) {
  const keep = (element: HTMLSpanElement | null): void => {
    if (element) chunks.current[at] = element
  }
  return (
    <span ref={keep} className={CHUNK}>
      {show(from, to)}
    </span>
  )
})
