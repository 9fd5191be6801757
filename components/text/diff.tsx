import { type DiffRun, diffBody, diffRuns } from '@/lib/client/text/diff-lines'
import { Folded } from './code-text'
import { VisibleText } from './visible-text'

type Look = { line: string; sign: string }

const REMARK: Look = { line: 'text-quiet', sign: '' }

const LOOKS: Record<DiffRun['sign'], Look> = {
  '+': { line: 'bg-added', sign: 'font-semibold text-added-sign' },
  '-': { line: 'bg-removed', sign: 'font-semibold text-removed-sign' },
  ' ': { line: '', sign: '' },
  '@': REMARK,
  '\\': REMARK,
}

/** A wrapped line continues below its first word, not below its sign. */
const LINE = 'block pr-2.5 pl-[calc(10px+2ch)] -indent-[2ch]'
const SIGN = 'inline-block w-[2ch] indent-0'

/** Above this many lines, adjacent lines of one sign share an element, so that large diffs stay fast. */
const MOST_ELEMENTS = 2_000

export function Diff({ unified, isWhole = false }: { unified: string; isWhole?: boolean }) {
  const body = diffBody(unified)
  return (
    <Folded text={body} isWhole={isWhole}>
      {(from, to) => <Lines runs={diffRuns(body, from, to)} />}
    </Folded>
  )
}

function Lines({ runs }: { runs: DiffRun[] }) {
  const count = runs.reduce((sum, run) => sum + run.lines.length, 0)
  let at = 0
  return runs.map(run => {
    at += run.lines.length
    const parts = count > MOST_ELEMENTS ? [run.lines.join(`\n${signText(run.sign)}`)] : run.lines
    const from = at
    return parts.map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a fixed text have no other key
      <span key={`${from}.${index}`} className={`${LINE} ${LOOKS[run.sign].line}`}>
        <span className={`${SIGN} ${LOOKS[run.sign].sign}`}>{signText(run.sign)}</span>
        <VisibleText>{part}</VisibleText>
        {'\n'}
      </span>
    ))
  })
}

const signText = (sign: DiffRun['sign']): string => (sign === '@' || sign === '\\' ? '' : sign)
