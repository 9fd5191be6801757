import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import type { LinePart, LineSign, UnifiedLine } from '@/lib/client/diff/diff-lines'
import { type DiffModel, Line } from './diff-line'

type Props = { model: DiffModel; parts: LinePart[]; isLast: boolean }

export function DiffRows({ model, parts, isLast }: Props) {
  return (
    <>
      {runsOf(parts).map(run => (
        <Run key={run[0]?.line.from} run={run} model={model} />
      ))}
      {isLast && model.rest && <Gap line={model.rest} model={model} />}
    </>
  )
}

/** Lines of one kind, one below the other, are one insertion or one deletion. */
function runsOf(parts: LinePart[]): LinePart[][] {
  const runs: LinePart[][] = []
  for (const part of parts) {
    const last = runs.at(-1)
    const { sign } = part.line
    if (last?.[0]?.line.sign === sign && /[-+ ]/.test(sign)) last.push(part)
    else runs.push([part])
  }
  return runs
}

const RUNS: Partial<Record<LineSign, 'ins' | 'del'>> = { '+': 'ins', '-': 'del' }

const ASIDE = 'px-2.5 font-sans text-quiet'

function Run({ run, model }: { run: LinePart[]; model: DiffModel }) {
  const first = run[0]?.line
  if (!first) return null
  if (first.sign === '@' && first.gap !== undefined) return <Gap line={first} model={model} />
  if (first.sign === '\\') {
    const when = first.before === undefined ? 'after' : first.after === undefined ? 'before' : 'both'
    return (
      <span data-copied={`${first.text}\n`} className={`block ${ASIDE}`}>
        {model.t(`noEnd.${when}`)}
      </span>
    )
  }
  const Element = RUNS[first.sign] ?? 'span'
  return (
    <Element className="block no-underline">
      {run.map(part => (
        <Line key={part.line.from} part={part} model={model} />
      ))}
    </Element>
  )
}

/** So many lines are shown at a time, from the change on. */
const STEP = 100

/**
 * Stands for lines that do not change, and shows them. A header is copied as it is, until what it leaves out is there; at
 * the end of a file there is none.
 */
function Gap({ line, model }: { line: UnifiedLine; model: DiffModel }) {
  const t = useTranslations('call.diff')
  const [count, setCount] = useState(0)
  const { gap = 0, text, before = 0, after = 0 } = line
  const isEnd = text === ''
  const rest = gap - count
  const [from, to] = isEnd ? [0, count] : [rest, gap]
  const lines = model.file?.slice(before - 1 + from, before - 1 + to).map((text, at) => {
    const line = { before: before + from + at, after: after + from + at, from: 0, at: 0, to: 0 }
    const part: LinePart = { line: { ...line, sign: ' ', text }, start: 0, end: text.length }
    return <Line key={line.before} part={part} model={model} />
  })
  const copied = isEnd ? { 'data-shown-only': true } : { 'data-copied': `${text}\n` }
  return (
    <span className="block">
      {isEnd && lines}
      {gap === 0 && <span {...copied} />}
      {rest > 0 && (
        <span
          {...copied}
          className={`flex flex-wrap items-center gap-x-3 border-hairline bg-surface ${before === 1 ? 'border-b' : 'border-y'} ${ASIDE}`}
        >
          … {t('gap', { count: rest })}
          {model.file && (
            <Button
              variant="quiet"
              aria-label={t('show', { count: rest })}
              onClick={() => setCount(count + Math.min(rest, STEP))}
            >
              {t('showLines')}
            </Button>
          )}
        </span>
      )}
      {!isEnd && lines}
    </span>
  )
}
