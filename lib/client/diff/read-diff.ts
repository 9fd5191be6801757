import { diffChunkEnds, fileLines, gapAtEnd, type UnifiedLine, unifiedLines } from './diff-lines'
import { pairedLines } from './line-changes'
import { diffBody } from './line-counts'

/** All that is known of a diff. */
export type ReadDiff = {
  /** Its text, without the names of the file. */
  body: string
  lines: UnifiedLine[]
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

/** Reads a diff, and the file before it where that is known. */
export function readDiff(unified: string, before: string | undefined): ReadDiff {
  const body = diffBody(unified)
  const lines = unifiedLines(body)
  const pairs = pairedLines(lines)
  const file = before === undefined ? null : fileLines(before, lines)
  const rest = file && gapAtEnd(lines, file)
  const ends = diffChunkEnds(body, lines)
  const first = lines.find(({ sign }) => sign === '+' || sign === '-')
  const most = lines.reduce((most, { before = 0, after = 0 }) => Math.max(most, before, after), 0)
  return { body, lines, pairs, file, first, rest, ends, most }
}
