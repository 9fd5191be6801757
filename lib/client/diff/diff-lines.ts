import { chunkEnds, MOST_OF_CHUNK } from './text-chunks'

export type LineSign = '+' | '-' | ' ' | '@' | '\\'

/**
 * A line of a unified diff: its text without its sign, where it and its text (`at`) stand in the diff, and its number in the
 * file before and after. A header (`@`) and a remark on the line above it (`\`) are lines, too; `gap`: how many lines of the file are left
 * out before a header.
 */
export type UnifiedLine = {
  sign: LineSign
  text: string
  from: number
  at: number
  to: number
  before?: number
  after?: number
  gap?: number
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$/

const SIGNS: readonly LineSign[] = ['+', '-', '@', '\\']

/**
 * The lines of a diff, which together are all of its text. What stands before the first header has no numbers. A line
 * without a sign is a remark, as about content that is not shown.
 */
export function unifiedLines(body: string): UnifiedLine[] {
  const lines: UnifiedLine[] = []
  let [before, after] = [1, 1]
  let isInHunk = false
  for (let from = 0; from < body.length; ) {
    const end = body.indexOf('\n', from)
    const to = end === -1 ? body.length : end + 1
    const whole = body.slice(from, end === -1 ? to : end)
    const sign = SIGNS.find(sign => whole.startsWith(sign)) ?? ' '
    const text = /^[-+ ]/.test(whole) ? whole.slice(1) : whole
    const line: UnifiedLine = { sign, text, from, at: from + whole.length - text.length, to }
    const hunk = HUNK.exec(whole)
    if (hunk) {
      const start = startOf(hunk[1], hunk[2])
      Object.assign(line, { before, after, gap: Math.max(0, start - before) })
      before = start
      after = startOf(hunk[3], hunk[4])
      isInHunk = true
    } else if (isInHunk && sign === '\\') {
      Object.assign(line, { before: lines.at(-1)?.before, after: lines.at(-1)?.after })
    } else if (isInHunk) {
      if (sign !== '+') line.before = before++
      if (sign !== '-') line.after = after++
    }
    lines.push(line)
    from = to
  }
  return lines
}

/** Where a side has no lines, its header names the line before it. */
const startOf = (line: string | undefined, count: string | undefined): number =>
  Number(line) + (count === '0' ? 1 : 0)

/** What of a line's text is shown: where a long diff is folded, that may be a part of it. */
export type LinePart = { line: UnifiedLine; start: number; end: number }

/** The lines, or parts of lines, between two positions of a diff. */
export function linesBetween(lines: readonly UnifiedLine[], from: number, to: number): LinePart[] {
  const parts: LinePart[] = []
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.to ?? 0) <= from) low = middle + 1
    else high = middle
  }
  for (let at = low; at < lines.length; at += 1) {
    const line = lines[at]
    if (!line || line.from >= to) break
    const { length } = line.text
    const start = Math.max(0, from - line.at)
    if (start === 0 || start < length) parts.push({ line, start, end: Math.min(length, to - line.at) })
  }
  return parts
}

/**
 * The lines of the file before, so that what a diff leaves out can be shown; null where the text is not that file, as where
 * a secret of several lines was masked in it.
 */
export function fileLines(text: string, lines: readonly UnifiedLine[]): string[] | null {
  const file = text.replace(/\n$/, '').split('\n')
  const isOf = lines.every(({ sign, before, text: line }) => {
    return before === undefined || sign === '@' || sign === '\\' || file[before - 1] === line
  })
  return isOf ? file : null
}

/** What of a file stands below the last line of a diff, like a header with what is left out before it. */
export function gapAtEnd(lines: readonly UnifiedLine[], file: readonly string[]): UnifiedLine {
  const content = lines.filter(({ sign }) => sign !== '@')
  const before = 1 + content.reduce((most, { before = 0 }) => Math.max(most, before), 0)
  const after = 1 + content.reduce((most, { after = 0 }) => Math.max(most, after), 0)
  const end = lines.at(-1)?.to ?? 0
  return { sign: '@', text: '', from: end, at: end, to: end, before, after, gap: file.length + 1 - before }
}

/** Where the chunks of a diff end: as those of a text, but where no change is going on, unless it is a long one. */
export function diffChunkEnds(body: string, lines: readonly UnifiedLine[]): number[] {
  const ends: number[] = []
  let [from, count] = [0, 0]
  const close = (at: number): void => {
    for (const end of chunkEnds(body.slice(from, at)).slice(0, -1)) ends.push(from + end)
    ends.push(at)
    from = at
    count = 0
  }
  for (const [at, line] of lines.entries()) {
    const isFull = count >= MOST_OF_CHUNK.lines / 2 || line.to - from > MOST_OF_CHUNK.chars / 2
    const isBetween = line.sign === '@' || (line.sign === ' ' && lines[at - 1]?.sign !== '\\')
    const isTooMuch = count >= MOST_OF_CHUNK.lines || line.to - from > MOST_OF_CHUNK.chars
    if (line.from > from && ((isFull && isBetween) || isTooMuch)) close(line.from)
    count += 1
  }
  if (body.length > from) close(body.length)
  return ends
}
