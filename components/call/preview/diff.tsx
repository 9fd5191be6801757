'use client'

import { type CSSProperties, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { Folded } from '@/components/text/code-text'
import { VisibleText } from '@/components/text/visible-text'
import {
  diffBody,
  type LinePart,
  type LineSign,
  linesBetween,
  type UnifiedLine,
  unifiedLines,
} from '@/lib/client/text/diff-lines'
import { type DiffLine, useLineAction } from './line-action'

export type DiffProps = {
  unified: string
  /** Of the file; without it no line can be acted on. */
  path?: string | undefined
  /** Whether it starts unfolded. */
  isWhole?: boolean
}

/** A unified diff with the numbers of its lines. What is copied from it is its text to the character. */
export function Diff({ unified, path, isWhole = false }: DiffProps) {
  const body = useMemo(() => diffBody(unified), [unified])
  const lines = useMemo(() => unifiedLines(body), [body])
  return (
    <div className="[--gutter:calc(var(--digits)*1ch+1.25rem)]" style={digitsOf(lines)}>
      <Folded text={body} isWhole={isWhole}>
        {(from, to) => <DiffLines parts={linesBetween(lines, from, to)} path={path} />}
      </Folded>
    </div>
  )
}

/** How wide the numbers are. */
function digitsOf(lines: readonly UnifiedLine[]): CSSProperties {
  const numbers = lines.map(({ before = 0, after = 0 }) => Math.max(before, after))
  const most = numbers.reduce((most, number) => Math.max(most, number), 0)
  return { '--digits': most === 0 ? 0 : `${most}`.length } as CSSProperties
}

type LinesProps = { parts: LinePart[]; path: string | undefined }

/** Lines of one kind, one below the other, are one insertion or one deletion. */
function DiffLines({ parts, path }: LinesProps) {
  return runsOf(parts).map(run => {
    const { line } = run[0] as LinePart
    if (line.sign === '@' && line.gap !== undefined) return <Gap key={line.from} line={line} />
    if (NO_END.test(line.text)) return <EndRemark key={line.from} line={line} />
    const Run = line.sign === '+' ? 'ins' : line.sign === '-' ? 'del' : 'span'
    return (
      <Run key={line.from} className={`block no-underline ${LOOKS[line.sign].run}`}>
        {run.map(part => (
          <Line key={part.line.from} part={part} path={path} />
        ))}
      </Run>
    )
  })
}

function runsOf(parts: LinePart[]): LinePart[][] {
  const runs: LinePart[][] = []
  for (const part of parts) {
    const last = runs.at(-1)
    if (last?.[0]?.line.sign === part.line.sign && /[-+ ]/.test(part.line.sign)) last.push(part)
    else runs.push([part])
  }
  return runs
}

type Look = { run: string; sign: string }

const PLAIN: Look = { run: '', sign: '' }

const LOOKS: Record<LineSign, Look> = {
  '+': { run: 'bg-added', sign: 'font-semibold text-added-sign' },
  '-': { run: 'bg-removed', sign: 'font-semibold text-removed-sign' },
  ' ': PLAIN,
  '@': PLAIN,
  '\\': PLAIN,
}

/** A wrapped line continues below its first word, not below its number or sign. */
const LINE = 'block pr-2.5 pl-[calc(var(--gutter)+2ch)] -indent-[calc(var(--gutter)+2ch)]'
const SIGN = 'inline-block w-[2ch] indent-0'

function Line({ part, path }: { part: LinePart; path: string | undefined }) {
  const { line, start, end } = part
  const { sign, text } = line
  return (
    <span className={LINE}>
      <LineNumber line={line} path={path} />
      <span className={`${SIGN} ${LOOKS[sign].sign}`}>{sign === '@' ? '' : sign}</span>
      <VisibleText>{text.slice(start, end)}</VisibleText>
      {'\n'}
    </span>
  )
}

/** Numbers are not text: they are neither copied nor found. */
const NUMBER =
  'inline-block w-(--gutter) pr-[1ch] text-right indent-0 text-quiet select-none before:content-[attr(data-n)]'

/** The number of a line, by which somebody may act on it. */
function LineNumber({ line: { before, after }, path }: { line: UnifiedLine; path: string | undefined }) {
  const t = useTranslations('call.diff')
  const act = useLineAction()
  const number = after ?? before
  if (!act || path === undefined || number === undefined) return <span className={NUMBER} data-n={number} />
  const line: DiffLine = { path, number, side: after === undefined ? 'before' : 'after' }
  return (
    <button
      type="button"
      className={`${NUMBER} cursor-pointer hover:text-ink hover:underline`}
      data-n={number}
      aria-label={t(`comment.${line.side}`, { number: `${number}` })}
      onClick={() => act(line)}
    />
  )
}

const NO_END = /^\\ No newline/
const ASIDE = 'block px-2.5 font-sans text-quiet'

/** Stands for lines that do not change. A header is copied as it is. */
function Gap({ line: { gap = 0, text } }: { line: UnifiedLine }) {
  const t = useTranslations('call.diff')
  return (
    <span data-copied={`${text}\n`} className={gap > 0 ? `${ASIDE} py-0.5` : undefined}>
      {gap > 0 && `… ${t('gap', { count: gap })}`}
    </span>
  )
}

/** What is said of the end of the file. */
function EndRemark({ line: { text, before, after } }: { line: UnifiedLine }) {
  const t = useTranslations('call.diff.noEnd')
  const side = before === undefined ? 'after' : after === undefined ? 'before' : 'both'
  return (
    <span data-copied={`${text}\n`} className={ASIDE}>
      {t(side)}
    </span>
  )
}
