import { diffChunkEnds, fileLines, gapAtEnd, unifiedLines } from './diff-lines'
import { pairedLines } from './line-changes'
import { diffBody } from './line-counts'

/** All that is known of a diff. */
export type ReadDiff = ReturnType<typeof readDiff>

/** Reads a diff, and the file before it where that is known. */
export function readDiff(unified: string, before: string | undefined) {
  const body = diffBody(unified)
  const lines = unifiedLines(body)
  const file = before === undefined ? null : fileLines(before, lines)
  return {
    body,
    lines,
    pairs: pairedLines(lines),
    file,
    /** Of the lines that change, the first. */
    first: lines.find(({ sign }) => sign === '+' || sign === '-'),
    /** What of the file stands below the last line. */
    rest: file && gapAtEnd(lines, file),
    /** Where its chunks end. */
    ends: diffChunkEnds(body, lines),
    /** The largest number of a line. */
    most: lines.reduce((most, { before = 0, after = 0 }) => Math.max(most, before, after), 0),
  }
}
