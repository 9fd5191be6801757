'use client'

import { type CSSProperties, type KeyboardEvent, memo, useCallback, useMemo, useRef } from 'react'
import { Folded } from '@/components/text/code-text'
import { TextOrPreview } from '@/components/text/file/text-or-preview'
import { CODE_INKS } from '@/components/text/inked-text'
import { roomOfNumbers } from '@/components/text/line-numbers'
import {
  diffChunkEnds,
  fileLines,
  gapAtEnd,
  linesBetween,
  type UnifiedLine,
  unifiedLines,
} from '@/lib/client/diff/diff-lines'
import { changedBlocks, pairedLines } from '@/lib/client/diff/line-changes'
import { diffBody } from '@/lib/client/diff/line-counts'
import { useDiffColours } from './diff-colours'
import type { DiffModel } from './diff-line'
import { DiffRows } from './diff-rows'
import { useDiffView, ViewButton } from './diff-view'
import { useLineAction } from './line-action'

export type DiffProps = {
  unified: string
  /** Of the file; without it no line can be acted on. */
  path?: string | undefined
  /** The whole file before and after: without it only what the diff has of it can be shown. */
  before?: string | undefined
  after?: string | undefined
  /** Whether it starts unfolded. */
  isWhole?: boolean
}

/** A unified diff with the numbers of its lines. What is copied from it is its text to the character. */
export const Diff = memo(function Diff({ unified, path, before, after, isWhole = false }: DiffProps) {
  const place = useRef<HTMLDivElement>(null)
  const { isWide, isSplit } = useDiffView(place)
  const body = useMemo(() => diffBody(unified), [unified])
  const lines = useMemo(() => unifiedLines(body), [body])
  const act = useLineAction()
  const colours = useDiffColours({ path, lines, before, after })
  const model = useMemo(() => modelOf({ lines, path, before }), [lines, path, before])
  const ends = useCallback(() => diffChunkEnds(body, lines), [body, lines])
  const show = useCallback(
    (from: number, to: number) => (
      <DiffRows
        model={{ ...model, isSplit, colours, act }}
        parts={linesBetween(lines, from, to)}
        isLast={to === body.length}
      />
    ),
    [model, isSplit, colours, act, lines, body],
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move among the buttons in it
    <div ref={place} style={{ ...CODE_INKS, ...DIFF_INKS, ...roomOf(lines) }} onKeyDown={moveAmongNumbers}>
      <TextOrPreview {...{ path }} text={after} tools={isWide && <ViewButton />}>
        <Folded {...{ text: body, isWhole, ends }}>{show}</Folded>
      </TextOrPreview>
    </div>
  )
})

type ModelOptions = Pick<DiffProps, 'path' | 'before'> & { lines: UnifiedLine[] }

function modelOf({ lines, path, before }: ModelOptions): Omit<DiffModel, 'isSplit' | 'colours' | 'act'> {
  const blocks = changedBlocks(lines)
  const file = before === undefined ? null : fileLines(before, lines)
  const first = lines.find(({ sign }) => sign === '+' || sign === '-')
  const rest = file && gapAtEnd(lines, file)
  return { blocks, pairs: pairedLines(blocks.values()), path, file, first, rest }
}

/** Words that changed stand out from their line. */
const DIFF_INKS = {
  '--word-added': 'color-mix(in srgb, var(--added-sign) 18%, transparent)',
  '--word-removed': 'color-mix(in srgb, var(--removed-sign) 18%, transparent)',
} as CSSProperties

const roomOf = (lines: readonly UnifiedLine[]): CSSProperties =>
  roomOfNumbers(
    lines.reduce((most, { before = 0, after = 0 }) => Math.max(most, before, after), 0),
    '2ch',
  )

const MOVES: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** One number of a diff is reached by Tab; the arrow keys lead on to the others. */
function moveAmongNumbers(event: KeyboardEvent<HTMLElement>): void {
  const move = MOVES[event.key]
  const { target, currentTarget } = event
  if (!move || !(target instanceof HTMLElement) || !target.matches('button[data-n]')) return
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('button[data-n]')]
  const next = buttons[buttons.indexOf(target) + move]
  if (!next) return
  event.preventDefault()
  event.stopPropagation()
  next.focus()
}
