import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from 'diff'
import { type Job, THREAD_SIZE } from '@/lib/domain/job'

/** A change of a text; `null` stands for no file. */
export type TextChange = { path: string; before: string | null; after: string | null }

export type UnifiedDiff = { unified: string; addedLines: number; removedLines: number }

const CONTEXT = 3
/** Beyond these limits a minimal diff takes too long, and the changed middle is shown as one piece. */
const MOST_LINES = 20_000
const MOST_EDITS = 1000

/** The change from `before` to `after`, by lines; `null` stands for no file. Its cost is bounded. */
export function unifiedDiff(path: string, before: string | null, after: string | null): UnifiedDiff {
  const names = fileNames(path, { before: before !== null, after: after !== null })
  const header = fileHeader(names)
  if (before === after) return { unified: header, addedLines: 0, removedLines: 0 }
  const hunks = minimalHunks(before ?? '', after ?? '')
  if (!hunks) return coarseDiff(header, before ?? '', after ?? '')
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
  const head = commonHead(before, after)
  const [removed, added] = [before.slice(head), after.slice(head)]
  const tail = commonTail(removed, added)
  return lineCount(removed.slice(0, removed.length - tail)) * lineCount(added.slice(0, added.length - tail))
}

/** Replaces a diff if the content is not text, or is too large; `what` has one line each, `null` for no file. */
export function opaqueDiff(path: string, what: { before: string | null; after: string | null }): string {
  const header = fileHeader(fileNames(path, { before: what.before !== null, after: what.after !== null }))
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

const fileHeader = (names: ReturnType<typeof fileNames>): string =>
  formatPatch({ ...names, hunks: [] }, FILE_HEADERS_ONLY)

function minimalHunks(before: string, after: string): StructuredPatch['hunks'] | undefined {
  if (lineCount(before) > MOST_LINES || lineCount(after) > MOST_LINES) return undefined
  const options = { context: CONTEXT, maxEditLength: MOST_EDITS }
  return structuredPatch('', '', before, after, '', '', options)?.hunks
}

/** One hunk: the common lines at both ends stay, everything between is removed and added. */
function coarseDiff(header: string, before: string, after: string): UnifiedDiff {
  const head = commonHead(before, after)
  const tail = commonTail(before.slice(head), after.slice(head))
  const start = backLines(before, head, CONTEXT)
  const end = before.length - tail
  const lead = before.slice(start, head)
  const rest = before.slice(end, onLines(before, end, CONTEXT))
  const removed = before.slice(head, end)
  const added = after.slice(head, after.length - tail)
  const line = lineCount(before.slice(0, start)) + 1
  const ranges = [lead + removed + rest, lead + added + rest].map(text => {
    const lines = lineCount(text)
    return `${lines === 0 ? line - 1 : line},${lines}`
  })
  const body = marked(' ', lead) + marked('-', removed) + marked('+', added) + marked(' ', rest)
  return {
    unified: `${header}@@ -${ranges[0]} +${ranges[1]} @@\n${body}`,
    addedLines: lineCount(added),
    removedLines: lineCount(removed),
  }
}

/** Characters of the whole lines that both texts begin with. */
function commonHead(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let same = 0
  while (same < most && a.charCodeAt(same) === b.charCodeAt(same)) same += 1
  return same === 0 ? 0 : a.lastIndexOf('\n', same - 1) + 1
}

/** Characters of the whole lines that both texts end with, each of which begins after a line break. */
function commonTail(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let same = 0
  while (same < most && a.charCodeAt(a.length - 1 - same) === b.charCodeAt(b.length - 1 - same)) same += 1
  const lineBreak = a.indexOf('\n', a.length - same)
  return same === 0 || lineBreak === -1 ? 0 : a.length - lineBreak - 1
}

/** The position that many lines before a line's start. */
function backLines(text: string, from: number, lines: number): number {
  let at = from
  for (let n = 0; n < lines && at > 0; n += 1) at = at === 1 ? 0 : text.lastIndexOf('\n', at - 2) + 1
  return at
}

/** The position that many lines after a line's start. */
function onLines(text: string, from: number, lines: number): number {
  let at = from
  for (let n = 0; n < lines && at < text.length; n += 1) at = text.indexOf('\n', at) + 1 || text.length
  return at
}

function lineCount(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === 10) lines += 1
  return lines
}

function marked(mark: string, lines: string): string {
  if (lines === '') return ''
  return lines.endsWith('\n')
    ? `${mark}${lines.slice(0, -1).replaceAll('\n', `\n${mark}`)}\n`
    : `${mark}${lines.replaceAll('\n', `\n${mark}`)}\n\\ No newline at end of file\n`
}
