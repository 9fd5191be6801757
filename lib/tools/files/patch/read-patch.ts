import { parsePatch, type StructuredPatch } from 'diff'
import { oneLine } from '@/lib/text/truncate'
import {
  type PatchFault,
  type PatchHunk,
  type PatchLine,
  type PatchSection,
  patchFault,
  type ReadPatch,
} from './patch'
import { readEnvelope } from './read-envelope'

/** Reads a unified diff, of git or not, or the envelope that begins with `*** Begin Patch`. */
export function readPatch(patch: string): ReadPatch {
  const read = /^\s*\*\*\* Begin Patch\s*$/m.test(patch.slice(0, 1000))
    ? readEnvelope(patch)
    : readUnified(patch)
  if (read.kind === 'error') return read
  return read.sections.length > 0 ? read : patchFault(NOTHING)
}

const NOTHING =
  'The patch names no file. Give a unified diff with the lines "--- a/path" and "+++ b/path" before its hunks.'

function readUnified(patch: string): ReadPatch {
  let parsed: StructuredPatch[]
  try {
    parsed = parsePatch(countAgain(patch))
  } catch (error) {
    return patchFault(
      `The patch cannot be read. ${error instanceof Error ? oneLine(error.message) : ''}`.trim(),
    )
  }
  const sections: PatchSection[] = []
  for (const one of parsed) {
    const isEmpty = one.oldFileName === undefined && one.hunks.length === 0
    const section = isEmpty ? null : sectionOf(one)
    if (section && 'kind' in section) return section
    if (section) sections.push(section)
  }
  return { kind: 'patch', sections }
}

function sectionOf(one: StructuredPatch): PatchSection | PatchFault {
  const { oldFileName, newFileName, isRename, isCopy } = one
  if (oldFileName === undefined || newFileName === undefined) return patchFault(NOTHING)
  const hasPrefixes = isOf('a/', oldFileName) && isOf('b/', newFileName)
  const named = (name: string): string | null => {
    if (name === NO_FILE) return null
    return hasPrefixes ? name.slice(2) : name
  }
  const from = one.isCreate ? null : named(oldFileName)
  const to = one.isDelete ? null : named(newFileName)
  const label = oneLine(to ?? from ?? '')
  if (one.isBinary) return patchFault(`${label}: a patch of what is not text cannot be applied.`)
  const fault = modeFault(one)
  if (fault) return patchFault(`${label}: ${fault}`)
  if (from !== to && from !== null && to !== null && !isRename && !isCopy) {
    return patchFault(
      `"${oneLine(from)}" and "${label}" are two files: move one with "rename from" and "rename to".`,
    )
  }
  return {
    from,
    to,
    hunks: one.hunks.map(hunkOf),
    ...(isCopy ? { isCopy } : {}),
    ...(one.newMode === '100755' ? { mode: 0o777 } : {}),
  }
}

const NO_FILE = '/dev/null'

const isOf = (prefix: string, name: string): boolean => name === NO_FILE || name.startsWith(prefix)

function modeFault({ oldMode, newMode }: StructuredPatch): string | null {
  if (oldMode !== undefined && newMode !== undefined) return 'modes of files are not changed.'
  return [oldMode, newMode].every(mode => mode === undefined || mode.startsWith('100'))
    ? null
    : 'only files are patched, no symbolic links and no submodules.'
}

function hunkOf({ oldStart, lines }: StructuredPatch['hunks'][number]): PatchHunk {
  const body = lines.flatMap((line, index): PatchLine[] => {
    const sign = line === '' ? ' ' : line.charAt(0)
    const end = lines[index + 1]?.startsWith('\\') ? '' : '\n'
    return sign === ' ' || sign === '-' || sign === '+' ? [{ sign, text: line.slice(1) + end }] : []
  })
  const hunk = { lines: body, below: [], isAtEnd: false }
  return oldStart >= NOWHERE ? hunk : { ...hunk, line: Math.max(0, oldStart - 1) }
}

/** The line of a hunk that does not say where it begins. */
const NOWHERE = 2_000_000_000

const HUNK = /^@@(?: -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@.*|(?: .*)?)$/

/**
 * The counts of lines in the heads of hunks are often wrong where a model wrote them. They are counted again, so that no
 * line of a hunk is passed over.
 */
function countAgain(patch: string): string {
  const lines = patch.split('\n')
  const out: string[] = []
  for (let at = 0; at < lines.length; ) {
    const line = withoutReturn(lines[at] ?? '')
    const head = HUNK.exec(line)
    at += 1
    if (!head) out.push(line)
    else {
      const stated = head[1] === undefined ? undefined : { old: countOf(head[2]), new: countOf(head[4]) }
      const body = bodyAt(lines, at, stated)
      at += body.length
      const removed = body.filter(each => !/^[+\\]/.test(each)).length
      const added = body.filter(each => !/^[-\\]/.test(each)).length
      out.push(`@@ -${head[1] ?? NOWHERE},${removed} +${head[3] ?? NOWHERE},${added} @@`, ...body)
    }
  }
  return out.join('\n')
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)

const countOf = (digits: string | undefined): number => (digits === undefined ? 1 : Number(digits))

/** The lines of a hunk: as many as it says, and all that follow and look like it. */
function bodyAt(lines: string[], start: number, stated: { old: number; new: number } | undefined): string[] {
  const left = { ...(stated ?? { old: 0, new: 0 }) }
  let at = start
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const isOwed = left.old > 0 || left.new > 0
    // Of a hunk that is whole with these two lines they are the last: one removes "-- a", the other adds "++ b".
    const isWhole = left.old === 1 && left.new === 1
    if (!/^[-+ \\]|^\r?$/.test(line) || (!isOwed && isBoundary(lines, at))) break
    if (!isWhole && isHead(lines, at)) break
    if (!/^[+\\]/.test(line)) left.old -= 1
    if (!/^[-\\]/.test(line)) left.new -= 1
  }
  // Blank lines may have lost their blank, or stand between two files.
  while (at > start && /^\r?$/.test(lines[at - 1] ?? '') && (left.old < 0 || at === lines.length)) {
    at -= 1
    left.old += 1
  }
  return lines.slice(start, at)
}

/** What ends a hunk that is complete, though it looks like a line of it. */
const isBoundary = (lines: string[], at: number): boolean =>
  /^-- ?\r?$/.test(lines[at] ?? '') || (/^--- /.test(lines[at] ?? '') && /^\+\+\+ /.test(lines[at + 1] ?? ''))

/** The head of another file, even where more lines were announced. */
const isHead = (lines: string[], at: number): boolean =>
  isBoundary(lines, at) && HUNK.test(withoutReturn(lines[at + 2] ?? ''))
