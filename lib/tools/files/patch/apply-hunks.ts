import { linesOf } from '@/lib/text/shown-blocks'
import { oneLine } from '@/lib/text/truncate'
import type { PatchHunk, PatchLine } from './patch'

type Applied = { kind: 'text'; text: string } | { kind: 'error'; message: string }
type Placed = { kind: 'place'; at: number } | { kind: 'error'; message: string }

/** How lines are compared: to the byte, but for blanks at their ends, and but for the width of blanks. */
const LEVELS: ((line: string) => string)[] = [
  line => line,
  line => line.replace(/\s+$/, ''),
  line => line.replace(/\s+/g, ' ').trimEnd(),
]

/**
 * Applies hunks in their order. Each goes where it says it begins, moved by as much as the one before was; else to the
 * one place where its lines are. What they keep stays as it is in the file, to the byte.
 */
export function applyHunks(text: string, hunks: PatchHunk[]): Applied {
  const source = new Source(linesOf(text))
  const out: string[] = []
  let cursor = 0
  let offset = 0
  for (const [index, hunk] of hunks.entries()) {
    const placed = placeOf(source, hunk, { cursor, offset })
    if (placed.kind === 'error') return { kind: 'error', message: `hunk ${index + 1} ${placed.message}` }
    for (let at = cursor; at < placed.at; at += 1) out.push(source.lines[at] ?? '')
    cursor = placed.at
    const matched = source.lines.slice(cursor, cursor + oldLines(hunk).length)
    const adapt = endingsFor(hunk, [matched, source.lines])
    for (const line of hunk.lines) {
      if (line.sign === '+') out.push(adapt(line.text))
      else {
        if (line.sign === ' ') out.push(source.lines[cursor] ?? '')
        cursor += 1
      }
    }
    if (hunk.line !== undefined) offset = placed.at - hunk.line
  }
  for (let at = cursor; at < source.lines.length; at += 1) out.push(source.lines[at] ?? '')
  return { kind: 'text', text: joined(out) }
}

/** The lines of a file, as each level compares them. */
class Source {
  readonly #levels = new Map<number, string[]>()

  constructor(readonly lines: string[]) {}

  at(level: number): string[] {
    const plain = LEVELS[level] ?? LEVELS[0]
    const lines = this.#levels.get(level) ?? this.lines.map(line => plain?.(line) ?? line)
    this.#levels.set(level, lines)
    return lines
  }
}

const oldLines = ({ lines }: PatchHunk): PatchLine[] => lines.filter(({ sign }) => sign !== '+')

type Position = { cursor: number; offset: number }

function placeOf(source: Source, hunk: PatchHunk, { cursor, offset }: Position): Placed {
  const anchored = below(source, hunk.below, cursor)
  if (anchored.kind === 'error') return anchored
  const start = anchored.at
  const old = oldLines(hunk).map(({ text }) => text)
  const stated = hunk.line === undefined ? undefined : hunk.line + offset
  if (old.length === 0) return placeOfAddition(source, hunk, { start, stated })
  for (const [level, plain] of LEVELS.entries()) {
    const lines = source.at(level)
    const target = old.map(plain)
    if (stated !== undefined && stated >= start && !hunk.isAtEnd && isAt(lines, target, stated))
      return { kind: 'place', at: stated }
    const least = hunk.isAtEnd ? Math.max(start, lines.length - target.length) : start
    const positions = placesIn(lines, target, least)
    const [first, second] = positions
    if (first === undefined) continue
    if (second === undefined || hunk.below.length > 0) return { kind: 'place', at: first }
    return failed(
      `fits in several places (lines ${first + 1} and ${second + 1}): give more of the lines around it`,
    )
  }
  return failed(
    `fits nowhere${cursor > 0 ? ' below the hunk before it' : ''}: the lines that it keeps and removes, from "${oneLine((old[0] ?? '').trimEnd())}" on, are not there one after the other. Read the file again`,
  )
}

const failed = (message: string): Placed => ({ kind: 'error', message })

/** Where the lines begin that stand below others. */
function below(source: Source, anchors: string[], cursor: number): Placed {
  let at = cursor
  for (const anchor of anchors) {
    const matches = source.lines.flatMap((line, index) =>
      index >= at && line.trim() === anchor ? [index] : [],
    )
    const [first] = matches
    if (first === undefined) return failed(`is to be below the line "${oneLine(anchor)}", which is not there`)
    if (matches.length > 1)
      return failed(
        `is to be below the line "${oneLine(anchor)}", which is there ${matches.length} times: name another one`,
      )
    at = first + 1
  }
  return { kind: 'place', at }
}

/** Lines that are added with none around them. */
function placeOfAddition(
  { lines }: Source,
  hunk: PatchHunk,
  { start, stated }: { start: number; stated: number | undefined },
): Placed {
  if (hunk.isAtEnd) return { kind: 'place', at: lines.length }
  if (hunk.below.length > 0 || lines.length === 0) return { kind: 'place', at: start }
  if (stated !== undefined && stated >= start && stated <= lines.length) return { kind: 'place', at: stated }
  return failed('only adds lines and does not say where: give some of the lines around them')
}

const isAt = (lines: string[], target: string[], at: number): boolean =>
  at + target.length <= lines.length && target.every((line, index) => lines[at + index] === line)

/** The first two places. */
function placesIn(lines: string[], target: string[], start: number): number[] {
  const positions: number[] = []
  for (let at = start; at + target.length <= lines.length && positions.length < 2; at += 1)
    if (isAt(lines, target, at)) positions.push(at)
  return positions
}

/** Added lines end as the lines around them, or as all, where the patch was written with other line breaks than the file. */
function endingsFor(hunk: PatchHunk, around: string[][]): (line: string) => string {
  const isReturn = (line: string): boolean => line.endsWith('\r\n')
  const ended = around.map(lines => lines.filter(line => line.endsWith('\n'))).find(lines => lines[0]) ?? []
  if (ended.length === 0) return line => line
  const texts = hunk.lines.map(({ text }) => text)
  if (ended.every(isReturn) && !texts.some(isReturn)) return line => line.replace(/\n$/, '\r\n')
  if (!ended.some(isReturn) && texts.every(isReturn)) return line => line.replace(/\r\n$/, '\n')
  return line => line
}

/** Only the last line may be without a line break. */
function joined(lines: string[]): string {
  const end = lines.some(line => line.endsWith('\r\n')) ? '\r\n' : '\n'
  return lines
    .map((line, index) => (index < lines.length - 1 && !line.endsWith('\n') ? line + end : line))
    .join('')
}
