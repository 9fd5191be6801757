import { createContext, type ReactNode, use, useMemo } from 'react'
import type { useTranslations } from 'use-intl'
import { colourInks, InkedText } from '@/components/text/inked-text'
import { LINE_NUMBER, NUMBERED_LINE } from '@/components/text/line-numbers'
import type { LineColours } from '@/lib/client/code/code-request'
import type { LinePart, LineSign } from '@/lib/client/diff/diff-lines'
import { inksWithin } from '@/lib/client/diff/inked-pieces'
import { changedWords } from '@/lib/client/diff/line-changes'
import type { ReadDiff } from '@/lib/client/diff/read-diff'

/** A line of a file as a diff numbers it: by the old text for a removed line, else by the new one. */
export type DiffLine = { path: string; number: number; side: 'before' | 'after' }

const LineAction = createContext<((line: DiffLine) => void) | null>(null)

export const LineActionProvider = LineAction.Provider

/** What pressing the number of a line does in a review; null where numbers are only read. */
export const useLineAction = (): ((line: DiffLine) => void) | null => use(LineAction)

/** What the lines of a diff share. */
export type DiffModel = Pick<ReadDiff, 'pairs' | 'file' | 'first' | 'rest'> & {
  path: string | undefined
  /** Of the lines of the file before and after; null until they are known. */
  colours: LineColours[][] | null
  act: ReturnType<typeof useLineAction>
  t: ReturnType<typeof useTranslations<'call.diff'>>
}

const PLAIN = { line: '', sign: '', word: '' }

const LOOKS: Record<LineSign, typeof PLAIN> = {
  '+': {
    line: 'bg-added',
    sign: 'font-semibold text-added-sign',
    word: 'rounded-[2px] bg-(--word-added)',
  },
  '-': {
    line: 'bg-removed',
    sign: 'font-semibold text-removed-sign',
    word: 'rounded-[2px] bg-(--word-removed)',
  },
  ' ': PLAIN,
  '@': PLAIN,
  '\\': PLAIN,
}

type Props = { part: LinePart; model: DiffModel }

export function Line({ part: { line, start, end }, model }: Props): ReactNode {
  const { sign, text, before, after } = line
  const { path, act, colours } = model
  const pair = model.pairs.get(line)
  const code = after === undefined ? colours?.[0]?.[(before ?? 0) - 1] : colours?.[1]?.[after - 1]
  const inks = useMemo(() => {
    const className = LOOKS[sign].word
    const words =
      pair &&
      (sign === '-' ? changedWords(line.text, pair.text)?.before : changedWords(pair.text, line.text)?.after)
    return inksWithin(
      [...colourInks(code), ...(words ?? []).map(range => ({ ...range, className }))],
      start,
      end,
    )
  }, [line, sign, pair, code, start, end])
  const side = after === undefined ? 'before' : 'after'
  const number = start > 0 ? undefined : line[side]
  return (
    <span className={`${NUMBERED_LINE} ${LOOKS[sign].line}`}>
      {act && path !== undefined && number !== undefined ? (
        <>
          <button
            type="button"
            tabIndex={line === model.first ? 0 : -1}
            className={`${LINE_NUMBER} cursor-pointer hover:text-ink hover:underline touch:not-focus-visible:sr-only`}
            data-n={number}
            aria-label={model.t(`comment.${side}`, { number: `${number}` })}
            onClick={() => act({ path, number, side })}
          />
          <span aria-hidden="true" className={`${LINE_NUMBER} mouse:hidden`} data-n={number} />
        </>
      ) : (
        <span className={LINE_NUMBER} data-n={number ?? ''} />
      )}
      {/* Two characters wide. A box of its own for each line would take half as long again to lay out. */}
      <span className={`${sign === '@' ? 'pr-[2ch]' : 'pr-[1ch]'} ${LOOKS[sign].sign}`}>
        {sign === '@' ? '' : sign}
      </span>
      <InkedText inks={inks}>{text.slice(start, end)}</InkedText>
      {'\n'}
    </span>
  )
}
