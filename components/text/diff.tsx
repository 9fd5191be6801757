import { type DiffRun, diffBody, diffRuns } from '@/lib/client/diff-lines'
import { Folded } from './folded'
import { VisibleText } from './visible-text'

const LOOKS: Record<DiffRun['sign'], string> = {
  '+': 'diff-added',
  '-': 'diff-removed',
  ' ': 'diff-same',
  '@': 'diff-remark',
  '\\': 'diff-remark',
}

/** Beyond these, lines of one sign are one element, so that large diffs stay quick. */
const MOST_ELEMENTS = 2_000

/** A unified diff by lines, each with its sign. */
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
      // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed text have no other name
      <span key={`${from}.${index}`} className={`diff-line ${LOOKS[run.sign]}`}>
        <span className="diff-sign">{signText(run.sign)}</span>
        <VisibleText>{part}</VisibleText>
        {'\n'}
      </span>
    ))
  })
}

const signText = (sign: DiffRun['sign']): string => (sign === '@' || sign === '\\' ? '' : sign)
