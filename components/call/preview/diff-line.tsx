import type { CSSProperties, ReactNode } from 'react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { colourInks, InkedText } from '@/components/text/inked-text'
import { LINE_NUMBER, NUMBERED_LINE } from '@/components/text/line-numbers'
import type { LinePart, LineSign, UnifiedLine } from '@/lib/client/diff/diff-lines'
import { type Ink, inksWithin } from '@/lib/client/diff/inked-pieces'
import {
  type ChangedBlock,
  comparedWords,
  type SpaceChange,
  spaceChange,
  type WordRange,
} from '@/lib/client/diff/line-changes'
import type { ReadDiff } from '@/lib/client/diff/read-diff'
import type { PlacedLine } from '@/lib/client/diff/split-rows'
import type { DiffColours } from './diff-colours'
import type { DiffLine } from './line-action'

/** All that a line of a diff is shown by. */
export type DiffModel = Pick<ReadDiff, 'blocks' | 'pairs' | 'file' | 'first' | 'rest'> & {
  path: string | undefined
  isSplit: boolean
  /** What the lines are as code, once that is known. */
  colours: DiffColours | null
  /** What pressing a number does; null where numbers are only read. */
  act: ((line: DiffLine) => void) | null
  /** What the number of a line is called where it can be pressed. */
  nameOf: (side: DiffLine['side'], number: number) => string
}

/** A line, and where it stands if that is side by side. */
export type RowItem = { part: LinePart } & Partial<PlacedLine>

export const gridPlace = ({ row }: Partial<PlacedLine> = {}): CSSProperties | undefined =>
  row === undefined ? undefined : { gridRow: row }

export const SIDES: Record<PlacedLine['side'] | 'columns', string> = {
  columns: 'grid-cols-2',
  left: 'col-1',
  right: 'col-2 border-hairline border-l',
  both: 'col-span-2',
}

/** What does not change stands at both sides, and is copied once. */
export function DiffRow({ item, model }: { item: RowItem; model: DiffModel }) {
  const { part, side } = item
  const style = gridPlace(item)
  if (side !== 'both') return <Line part={part} model={model} style={style} className={side && SIDES[side]} />
  return (
    <>
      <span data-shown-only aria-hidden="true" className={`select-none ${SIDES.left}`} style={style}>
        <Line part={part} model={model} isCopy />
      </span>
      <Line part={part} model={model} style={style} className={SIDES.right} />
    </>
  )
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

/** Two characters wide. No box of its own: laying out one for each line would take half as long again. */
const signLook = (sign: LineSign): string => `${sign === '@' ? 'pr-[2ch]' : 'pr-[1ch]'} ${LOOKS[sign].sign}`

type LineProps = {
  part: LinePart
  model: DiffModel
  className?: string | undefined
  style?: CSSProperties | undefined
  isCopy?: boolean
}

function Line({ part, model, className = '', style, isCopy = false }: LineProps): ReactNode {
  const { line, start, end } = part
  const { sign, text } = line
  const { path, first } = model
  const inks = useInks(part, model)
  const block = end === text.length ? model.blocks.get(line) : undefined
  const number = start > 0 ? '' : ((isCopy ? line.before : (line.after ?? line.before)) ?? '')
  const act = number === '' || isCopy || path === undefined ? null : model.act
  return (
    <span className={`${NUMBERED_LINE} ${LOOKS[sign].line} ${className}`} style={style}>
      {act ? (
        <>
          <NumberButton line={line} path={path} act={act} nameOf={model.nameOf} isFirst={line === first} />
          <span aria-hidden="true" className={`${LINE_NUMBER} mouse:hidden`} data-n={number} />
        </>
      ) : (
        <span className={LINE_NUMBER} data-n={number} />
      )}
      <span className={signLook(sign)}>{sign === '@' ? '' : sign}</span>
      <InkedText inks={inks}>{text.slice(start, end)}</InkedText>
      {'\n'}
      {block && <BlockRemark block={block} />}
    </span>
  )
}

/** What would be overlooked in a change, in words, below its last line. */
function BlockRemark({ block }: { block: ChangedBlock }) {
  const change = useMemo(() => spaceChange(block), [block])
  return change && <SpaceRemark change={change} />
}

function SpaceRemark({ change }: { change: SpaceChange }) {
  const t = useTranslations('call.diff.space')
  return (
    <span data-shown-only className="block indent-0 font-sans text-quiet">
      {change.kind === 'added' ? t('added', { count: change.count }) : t(change.kind)}
    </span>
  )
}

/** What a line is as code, and what of it differs from the line that it stands against. */
function useInks({ line, start, end }: LinePart, { pairs, colours }: DiffModel): Ink[] {
  const pair = pairs.get(line)
  const code =
    line.after === undefined ? colours?.before.get(line.before ?? 0) : colours?.after.get(line.after)
  return useMemo(() => {
    const className = LOOKS[line.sign].word
    const words = pair ? wordsOf(line, pair).map(range => ({ ...range, className })) : []
    return inksWithin([...colourInks(code), ...words], start, end)
  }, [line, pair, code, start, end])
}

function wordsOf(line: UnifiedLine, pair: UnifiedLine): WordRange[] {
  const [before, after] = line.sign === '-' ? [line, pair] : [pair, line]
  const codedText = comparedWords(before, after)
  return codedText?.[line.sign === '-' ? 'before' : 'after'] ?? []
}

type NumberProps = Pick<DiffModel, 'nameOf'> & {
  line: UnifiedLine
  path: string | undefined
  act: (line: DiffLine) => void
  isFirst: boolean
}

/** The number of a line, by which somebody acts on it. Where fingers press, a line is too low for that: see `LineChoice`. */
function NumberButton({ line, path = '', act, nameOf, isFirst }: NumberProps) {
  const side: DiffLine['side'] = line.after === undefined ? 'before' : 'after'
  const number = line[side] ?? 0
  return (
    <button
      type="button"
      tabIndex={isFirst ? 0 : -1}
      className={`${LINE_NUMBER} cursor-pointer hover:text-ink hover:underline touch:not-focus-visible:sr-only`}
      data-n={number}
      aria-label={nameOf(side, number)}
      onClick={() => act({ path, number, side })}
    />
  )
}
