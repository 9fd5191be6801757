import type { LinePart } from './diff-lines'

/** Where a line stands side by side: what goes at the left, what comes at the right, and all else across both. */
export type PlacedLine = { part: LinePart; row: number; side: 'left' | 'right' | 'both' }

/** Rows in which nothing stands at one side. */
export type Blank = { row: number; rows: number; side: 'left' | 'right' }

export type SplitRows = { lines: PlacedLine[]; blanks: Blank[] }

/** The lines of a change stand side by side from its first row on. */
export function splitRows(parts: readonly LinePart[]): SplitRows {
  const rows: SplitRows = { lines: [], blanks: [] }
  let [row, left, right] = [1, 0, 0]
  const close = (): void => {
    const rest = Math.abs(left - right)
    const first = row + Math.min(left, right)
    if (rest > 0) rows.blanks.push({ row: first, rows: rest, side: left < right ? 'left' : 'right' })
    row += Math.max(left, right)
    left = 0
    right = 0
  }
  for (const part of parts) {
    const side = sideOf(part)
    if (side === 'both' || (side === 'left' && right > 0)) close()
    if (side === 'left') rows.lines.push({ part, row: row + left++, side })
    else if (side === 'right') rows.lines.push({ part, row: row + right++, side })
    else rows.lines.push({ part, row: row++, side })
  }
  close()
  return rows
}

/** A remark stands at the side of the line that it is about. */
function sideOf({ line: { sign, before, after } }: LinePart): PlacedLine['side'] {
  if (sign === '-') return 'left'
  if (sign === '+') return 'right'
  if (sign !== '\\' || before === after) return 'both'
  return before === undefined ? 'right' : after === undefined ? 'left' : 'both'
}
