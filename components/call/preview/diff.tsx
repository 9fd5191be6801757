import { type CSSProperties, type KeyboardEvent, type MouseEvent, memo, useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { Folded } from '@/components/text/code-text'
import { CODE_INKS } from '@/components/text/inked-text'
import { roomOfNumbers } from '@/components/text/line-numbers'
import { useColours } from '@/components/text/use-colours'
import { isOnTouch } from '@/lib/client/decisions/key-aim'
import { linesBetween } from '@/lib/client/diff/diff-lines'
import { readDiff } from '@/lib/client/diff/read-diff'
import { languageOf } from '@/lib/client/text/language-of'
import { useLineAction } from './diff-line'
import { DiffRows } from './diff-rows'

type Props = {
  unified: string
  /** Of the file; without it no line can be acted on. */
  path?: string | undefined
  /** The whole file before and after: without it only what the diff has of it can be shown. */
  before?: string | undefined
  after?: string | undefined
}

/** A unified diff with the numbers of its lines. What is copied from it is its text to the character. */
export const Diff = memo(function Diff({ unified, path, before, after }: Props) {
  const diff = useMemo(() => readDiff(unified, before), [unified, before])
  const t = useTranslations('call.diff')
  const act = useLineAction()
  const { body, ends, most } = diff
  // A comment that begins above a change is one: the colours are those of the whole file.
  const texts = useMemo(() => [before ?? '', after ?? ''], [before, after])
  const file = after || before
  const colours = useColours(texts, path && file ? languageOf(path, file) : null)
  const endsOf = useCallback(() => ends, [ends])
  const show = useCallback(
    (from: number, to: number) => (
      <DiffRows
        model={{ ...diff, path, colours, act, t }}
        parts={linesBetween(diff.lines, from, to)}
        isLast={to === diff.body.length}
      />
    ),
    [diff, path, colours, act, t],
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys and taps act on the buttons in it
    <div
      style={{ ...CODE_INKS, ...DIFF_INKS, ...roomOfNumbers(most, '2ch') }}
      onKeyDown={moveAmongNumbers}
      onClick={tapLine}
    >
      <Folded text={body} ends={endsOf}>
        {show}
      </Folded>
    </div>
  )
})

/** Words that changed stand out from their line. */
const DIFF_INKS = {
  '--word-added': 'color-mix(in srgb, var(--added-sign) 18%, transparent)',
  '--word-removed': 'color-mix(in srgb, var(--removed-sign) 18%, transparent)',
} as CSSProperties

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

/** Where fingers press, the number of a line is too small a button for them: the whole line presses it. */
function tapLine({ target }: MouseEvent): void {
  if (!isOnTouch() || !(target instanceof Element) || !window.getSelection()?.isCollapsed) return
  const line = target.closest('button') ? null : target.closest('span:has(> button[data-n])')
  line?.querySelector<HTMLElement>('button[data-n]')?.click()
}
