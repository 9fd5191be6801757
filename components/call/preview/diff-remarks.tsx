import { type CSSProperties, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import type { UnifiedLine } from '@/lib/client/diff/diff-lines'
import type { PlacedLine } from '@/lib/client/diff/split-rows'
import { type DiffModel, DiffRow, type RowItem, SIDES } from './diff-line'

const ASIDE = 'px-2.5 font-sans text-quiet'

type RemarkProps = {
  line: UnifiedLine
  style: CSSProperties | undefined
  side: PlacedLine['side'] | undefined
}

/** What is said of the end of the file. */
export function EndRemark({ line: { text, before, after }, style, side }: RemarkProps) {
  const t = useTranslations('call.diff.noEnd')
  const when = before === undefined ? 'after' : after === undefined ? 'before' : 'both'
  return (
    <span data-copied={`${text}\n`} className={`block ${ASIDE} ${side ? SIDES[side] : ''}`} style={style}>
      {t(when)}
    </span>
  )
}

/** So many lines are shown at a time, from the change on. */
const STEP = 100

type GapProps = { line: UnifiedLine; model: DiffModel; style?: CSSProperties | undefined }

/**
 * Stands for lines that do not change, and shows them. A header is copied as it is, until what it leaves out is there; at
 * the end of a file there is none.
 */
export function Gap({ line, model, style }: GapProps) {
  const { gap = 0, text } = line
  const [count, setCount] = useState(0)
  const isEnd = text === ''
  const rest = gap - count
  const context = contextIn(line, model.file)
  const lines = (isEnd ? context.slice(0, count) : context.slice(rest)).map(line => (
    <DiffRow
      key={line.before}
      item={{ part: { line, start: 0, end: line.text.length }, ...sideIn(model) }}
      model={model}
    />
  ))
  const onShow = model.file ? () => setCount(count + Math.min(rest, STEP)) : undefined
  return (
    <span className={model.isSplit ? `grid ${SIDES.columns} ${SIDES.both}` : 'block'} style={style}>
      {isEnd && lines}
      {(rest > 0 || gap === 0) && <Omission line={line} rest={rest} onShow={onShow} />}
      {!isEnd && lines}
    </span>
  )
}

const sideIn = ({ isSplit }: DiffModel): Pick<RowItem, 'side'> => (isSplit ? { side: 'both' } : {})

/** The lines that are left out, numbered. */
function contextIn({ before = 0, after = 0, gap = 0 }: UnifiedLine, file: DiffModel['file']): UnifiedLine[] {
  const texts = file?.slice(before - 1, before - 1 + gap) ?? []
  const nowhere = { from: 0, at: 0, to: 0 }
  return texts.map((text, at) => ({ sign: ' ', text, before: before + at, after: after + at, ...nowhere }))
}

type OmissionProps = { line: UnifiedLine; rest: number; onShow: (() => void) | undefined }

function Omission({ line: { text, before }, rest, onShow }: OmissionProps) {
  const t = useTranslations('call.diff')
  const copied = text === '' ? { 'data-shown-only': true } : { 'data-copied': `${text}\n` }
  if (rest === 0) return <span {...copied} />
  return (
    <span
      {...copied}
      className={`flex flex-wrap items-center gap-x-3 border-hairline bg-surface ${before === 1 ? 'border-b' : 'border-y'} ${ASIDE} ${SIDES.both}`}
    >
      … {t('gap', { count: rest })}
      {onShow && (
        <Button variant="quiet" aria-label={t('show', { count: rest })} onClick={onShow}>
          {t('showLines')}
        </Button>
      )}
    </span>
  )
}
