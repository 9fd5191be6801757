import { diffChunkEnds, fileLines, gapAtEnd, type UnifiedLine, unifiedLines } from './diff-lines'
import { type ChangedBlock, changedBlocks, pairedLines } from './line-changes'
import { diffBody } from './line-counts'

/** All that is known of a diff. */
export type ReadDiff = {
  /** Its text, without the names of the file. */
  body: string
  lines: UnifiedLine[]
  blocks: ReadonlyMap<UnifiedLine, ChangedBlock>
  pairs: ReadonlyMap<UnifiedLine, UnifiedLine>
  /** The lines of the file before, where they are known. */
  file: readonly string[] | null
  /** Of the lines that change, the first. */
  first: UnifiedLine | undefined
  /** What of the file stands below the last line. */
  rest: UnifiedLine | null
  /** Where its chunks end. */
  ends: number[]
  /** The largest number of a line. */
  most: number
}

const MOST_LINES = 5_000

/** Whether a diff, or the file before it, has more lines than can be read at once without keeping anybody waiting. */
export const isLongDiff = (unified: string, before = ''): boolean =>
  [unified, before].some(text => {
    let at = -1
    for (let line = 0; line <= MOST_LINES; line += 1) {
      at = text.indexOf('\n', at + 1)
      if (at === -1) return false
    }
    return true
  })

/** Reads a diff, and the file before it where that is known, in pieces. */
export function* readDiff(unified: string, before: string | undefined): Generator<void, ReadDiff> {
  const body = diffBody(unified)
  const lines = yield* unifiedLines(body)
  const blocks = changedBlocks(lines)
  yield
  const pairs = pairedLines(blocks.values())
  yield
  const file = before === undefined ? null : fileLines(before, lines)
  const rest = file && gapAtEnd(lines, file)
  yield
  const ends = diffChunkEnds(body, lines)
  const first = lines.find(({ sign }) => sign === '+' || sign === '-')
  const most = lines.reduce((most, { before = 0, after = 0 }) => Math.max(most, before, after), 0)
  return { body, lines, blocks, pairs, file, first, rest, ends, most }
}
