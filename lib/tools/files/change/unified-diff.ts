import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from 'diff'
import { type Job, THREAD_SIZE } from '@/lib/domain/job'
import { linesOf } from '@/lib/text/shown-blocks'

/** A change of a text; `null` stands for no file. */
type TextChange = { path: string; before: string | null; after: string | null }

type UnifiedDiff = { unified: string; addedLines: number; removedLines: number }

const CONTEXT = 3
/** Beyond these limits a minimal diff takes too long, and the changed middle is shown as one piece. */
const MOST_LINES = 20_000
const MOST_EDITS = 1000

/** The change from `before` to `after`, by lines; `null` stands for no file. Its cost is bounded. */
export function unifiedDiff(path: string, before: string | null, after: string | null): UnifiedDiff {
  const names = fileNames(path, { before: before !== null, after: after !== null })
  const hunks = before === after ? [] : hunksOf(commonEnds(before ?? '', after ?? ''))
  const lines = hunks.flatMap(hunk => hunk.lines)
  return {
    unified: formatPatch({ ...names, hunks }, FILE_HEADERS_ONLY),
    addedLines: lines.filter(line => line.startsWith('+')).length,
    removedLines: lines.filter(line => line.startsWith('-')).length,
  }
}

export const COMPARE_TEXTS: Job<TextChange, UnifiedDiff> = {
  name: 'compare texts',
  size: ({ before, after }) => {
    const chars = (before?.length ?? 0) + (after?.length ?? 0)
    return chars < THREAD_SIZE ? Math.max(chars, mostSteps(before ?? '', after ?? '')) : chars
  },
  longestMs: 20_000,
  run: ({ path, before, after }) => unifiedDiff(path, before, after),
}

/** Where texts differ, each line may have to be compared with each. */
function mostSteps(before: string, after: string): number {
  const { old, now, head, tail } = commonEnds(before, after)
  return (old.length - head - tail) * (now.length - head - tail)
}

/** Replaces a diff if the content is not text, or is too large; `what` has one line each, `null` for no file. */
export function opaqueDiff(path: string, what: { before: string | null; after: string | null }): string {
  const names = fileNames(path, { before: what.before !== null, after: what.after !== null })
  const header = formatPatch({ ...names, hunks: [] }, FILE_HEADERS_ONLY)
  const before = what.before === null ? '' : `- ${what.before}\n`
  const after = what.after === null ? '' : `+ ${what.after}\n`
  return `${header}The content is not shown.\n${before}${after}`
}

const fileNames = (path: string, isThere: { before: boolean; after: boolean }) => ({
  oldFileName: isThere.before ? `a/${path}` : '/dev/null',
  newFileName: isThere.after ? `b/${path}` : '/dev/null',
  oldHeader: undefined,
  newHeader: undefined,
})

/** The lines of two texts, and how many of them both begin and end with. */
type CommonEnds = { old: string[]; now: string[]; head: number; tail: number }

function commonEnds(before: string, after: string): CommonEnds {
  const [old, now] = [linesOf(before), linesOf(after)]
  const most = Math.min(old.length, now.length)
  let head = 0
  while (head < most && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1
  return { old, now, head, tail }
}

function hunksOf(ends: CommonEnds): StructuredPatch['hunks'] {
  const { old, now } = ends
  if (old.length > MOST_LINES || now.length > MOST_LINES) return [coarseHunk(ends)]
  const options = { context: CONTEXT, maxEditLength: MOST_EDITS }
  return structuredPatch('', '', old.join(''), now.join(''), '', '', options)?.hunks ?? [coarseHunk(ends)]
}

/** One hunk: the common lines at both ends stay, everything between is removed and added. */
function coarseHunk({ old, now, head, tail }: CommonEnds): StructuredPatch['hunks'][number] {
  const start = Math.max(0, head - CONTEXT)
  const end = Math.min(tail, CONTEXT)
  const [removed, added] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)]
  const around = head - start + end
  return {
    oldStart: start + 1,
    oldLines: around + removed.length,
    newStart: start + 1,
    newLines: around + added.length,
    lines: [
      ...marked(' ', old.slice(start, head)),
      ...marked('-', removed),
      ...marked('+', added),
      ...marked(' ', old.slice(old.length - tail, old.length - tail + end)),
    ],
  }
}

const marked = (mark: string, lines: string[]): string[] =>
  lines.flatMap(line =>
    line.endsWith('\n') ? [mark + line.slice(0, -1)] : [mark + line, '\\ No newline at end of file'],
  )
