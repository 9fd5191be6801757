'use client'

import {
  createContext,
  memo,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CODE } from '@/components/ui/looks'
import { chunkEnds } from '@/lib/client/diff/text-chunks'
import { foldOf } from '@/lib/client/text/long-text'
import { copyExactly, VisibleText } from './visible-text'

/** Text to the character, folded where it is long. */
export const CodeText = memo(function CodeText({
  isWhole = false,
  children,
}: {
  isWhole?: boolean
  children: string
}) {
  const show = useCallback(
    (from: number, to: number) => <VisibleText>{children.slice(from, to)}</VisibleText>,
    [children],
  )
  return (
    <Folded text={children} isWhole={isWhole}>
      {show}
    </Folded>
  )
})

type ShowText = (from: number, to: number) => ReactNode

type Props = {
  text: string
  /** Whether it starts unfolded. */
  isWhole?: boolean
  /** Where its chunks end, if that matters. */
  ends?: () => number[]
  /** Renders the text between two positions; another function renders all of it again. */
  children: ShowText
}

/** Whoever follows a search result sees its text unfolded: the match may be anywhere. */
const Unfolded = createContext(false)

export const UnfoldedProvider = Unfolded.Provider

/**
 * A long text in a bounded space: its end is always visible, and it says how much is folded. While it unfolds, chunk after
 * chunk, what is not there yet is folded.
 */
export function Folded({ text, isWhole = false, ends, children }: Props) {
  const t = useTranslations('text.folded')
  const isUnfolded = use(Unfolded)
  const [open, setOpen] = useState(isWhole || isUnfolded)
  const fold = useMemo(() => foldOf(text), [text])
  const chunks = useChunks({ text, ends, isOpen: !fold || open })
  const head = fold && !open ? fold.head : (chunks.at(-1) ?? 0)
  const gap = fold && head < text.length ? { head, tail: Math.max(head, fold.tail) } : null
  return (
    <div data-fold={fold ? (gap ? 'folded' : 'opened') : undefined}>
      <pre className={CODE} onCopy={copyExactly}>
        {fold && !open ? children(0, head) : <Chunks ends={chunks} length={text.length} show={children} />}
        {gap && gap.tail > gap.head && (
          <span
            data-shown-only
            className="my-1 block border-field border-y border-dashed px-2.5 py-0.5 font-sans text-quiet"
          >
            {t('hidden', { count: gap.tail - gap.head })}
          </span>
        )}
        {gap && children(gap.tail, text.length)}
      </pre>
      {fold && (
        <Button look="quiet" onClick={() => setOpen(!open)}>
          {open ? t('fold') : t('showAll', { count: text.length })}
        </Button>
      )}
    </div>
  )
}

/** So many chunks are there at once: nearly every text is. Then come so many at a time. */
const AT_ONCE = 4
const STEP = 2

/** The ends of the chunks that are laid out by now. Each is a piece of work by itself, between which whatever somebody does comes first. */
function useChunks({ text, ends, isOpen }: { text: string; ends: Props['ends']; isOpen: boolean }): number[] {
  const all = useMemo(() => (isOpen ? (ends?.() ?? chunkEnds(text)) : []), [text, ends, isOpen])
  const [{ of, count }, setCount] = useState({ of: all, count: AT_ONCE })
  const shown = of === all ? count : AT_ONCE
  useEffect(() => {
    if (shown >= all.length) return
    const timer = setTimeout(() => setCount({ of: all, count: shown + STEP }))
    return () => clearTimeout(timer)
  }, [all, shown])
  return useMemo(() => all.slice(0, shown), [all, shown])
}

type ChunksProps = { ends: number[]; length: number; show: ShowText }

/** A text of one chunk is no block in itself. */
function Chunks({ ends, length, show }: ChunksProps) {
  if (ends.length < 2) return show(0, length)
  return ends.map((end, at) => (
    <Chunk key={end} from={ends[at - 1] ?? 0} to={end} show={show} isSettled={at < ends.length - 2} />
  ))
}

type ChunkProps = { from: number; to: number; show: ShowText; isSettled: boolean }

/**
 * Once a chunk has been laid out, the browser is told its height, and does no more work for it while it is off the screen. Not
 * sooner: a height that changes later would move what somebody reads.
 */
const Chunk = memo(function Chunk({ from, to, show, isSettled }: ChunkProps) {
  const element = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (!isSettled || !element.current) return
    const { style } = element.current
    const { height } = element.current.getBoundingClientRect()
    // What is hidden meanwhile has none to tell.
    if (height === 0) return
    style.containIntrinsicBlockSize = `auto ${height}px`
    style.contentVisibility = 'auto'
  }, [isSettled])
  return (
    <span ref={element} className="block print:[content-visibility:visible]!">
      {show(from, to)}
    </span>
  )
})
