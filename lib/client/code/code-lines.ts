/** What of a line lies between two positions of a text, without its line break; `at`: its place among the lines. */
export type CodeLine = { at: number; start: number; from: number; to: number }

/** Where the lines of a text begin. */
export function lineStarts(text: string): number[] {
  const starts = [0]
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return starts
}

/** The lines between two positions of a text. What stands behind its last line break is a line where there is something. */
export function linesWithin(starts: readonly number[], from: number, to: number): CodeLine[] {
  const lines: CodeLine[] = []
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= from) low = middle
    else high = middle - 1
  }
  for (let at = low; at < starts.length; at += 1) {
    const start = starts[at] ?? 0
    if (start >= to) break
    const end = (starts[at + 1] ?? Number.POSITIVE_INFINITY) - 1
    lines.push({ at, start, from: Math.max(from, start), to: Math.min(to, end) })
  }
  return lines
}
