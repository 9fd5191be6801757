import type { LinePart, LineSign } from '@/lib/client/diff/diff-lines'
import { splitRows } from '@/lib/client/diff/split-rows'
import { type DiffModel, DiffRow, gridPlace, type RowItem, SIDES } from './diff-line'
import { EndRemark, Gap } from './diff-remarks'

type Props = { model: DiffModel; parts: LinePart[]; isLast: boolean }

/** Lines of a diff in the order of the diff, wherever they stand. */
export function DiffRows({ model, parts, isLast }: Props) {
  const end = isLast && model.rest && <Gap line={model.rest} model={model} />
  if (!model.isSplit) {
    return (
      <>
        {runsOf(parts.map(part => ({ part }))).map(run => (
          <Run key={run[0]?.part.line.from} run={run} model={model} />
        ))}
        {end}
      </>
    )
  }
  const { lines, blanks } = splitRows(parts)
  return (
    <>
      <span className={`grid ${SIDES.columns}`}>
        {runsOf(lines).map(run => (
          <Run key={run[0]?.part.line.from} run={run} model={model} />
        ))}
        {blanks.map(({ row, rows, side }) => (
          <span
            key={row}
            data-shown-only
            className={`bg-hover ${SIDES[side]}`}
            style={{ gridRow: `${row} / span ${rows}` }}
          />
        ))}
      </span>
      {end}
    </>
  )
}

/** Lines of one kind, one below the other, are one insertion or one deletion. */
function runsOf(items: RowItem[]): RowItem[][] {
  const runs: RowItem[][] = []
  for (const item of items) {
    const last = runs.at(-1)
    const { sign } = item.part.line
    if (last?.[0]?.part.line.sign === sign && /[-+ ]/.test(sign)) last.push(item)
    else runs.push([item])
  }
  return runs
}

const RUNS: Partial<Record<LineSign, 'ins' | 'del'>> = { '+': 'ins', '-': 'del' }

function Run({ run, model }: { run: RowItem[]; model: DiffModel }) {
  const first = run[0]?.part.line
  if (!first) return null
  const style = gridPlace(run[0])
  if (first.sign === '@' && first.gap !== undefined) return <Gap line={first} model={model} style={style} />
  if (first.sign === '\\') return <EndRemark line={first} style={style} side={run[0]?.side} />
  const Element = RUNS[first.sign] ?? 'span'
  return (
    <Element className={`no-underline ${model.isSplit ? 'contents' : 'block'}`}>
      {run.map(item => (
        <DiffRow key={item.part.line.from} item={item} model={model} />
      ))}
    </Element>
  )
}
