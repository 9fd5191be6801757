import { oneLine } from '@/lib/text/truncate'
import { type PatchHunk, type PatchSection, patchFault, type ReadPatch } from './patch'

const HEADER = /^\*\*\* (Add File|Delete File|Update File|Move to): (.+?)\s*$/
const END = /^\*\*\* End Patch\s*$/

/**
 * Reads the envelope that models of OpenAI write: files by headers, and hunks that say where they are by their context
 * and by lines after `@@`, not by numbers.
 */
export function readEnvelope(patch: string): ReadPatch {
  const lines = patch.split('\n')
  const start = lines.findIndex(line => /^\s*\*\*\* Begin Patch\s*$/.test(line)) + 1
  const end = lines.findIndex((line, index) => index >= start && END.test(line))
  if (end === -1) return patchFault('The patch has no line "*** End Patch": its end is missing.')
  const sections: PatchSection[] = []
  for (let at = start; at < end; at += 1) {
    const line = lines[at] ?? ''
    const fault = readLine(line, sections)
    if (fault !== null) return patchFault(`Line ${at + 1} of the patch, "${oneLine(line)}", ${fault}`)
  }
  for (const { hunks } of sections) for (const hunk of hunks) dropBlankEnd(hunk)
  return { kind: 'patch', sections }
}

/** Takes one line in. Returns what is wrong with it. */
function readLine(line: string, sections: PatchSection[]): string | null {
  const header = HEADER.exec(line)
  const section = sections.at(-1)
  if (header) return readHeader(header[1] ?? '', header[2] ?? '', sections)
  if (!section) return line.trim() === '' ? null : 'stands before the first file.'
  if (section.to === null) return line.trim() === '' ? null : 'follows a file that is deleted.'
  if (section.from === null) return readAddition(line, section)
  return readUpdate(line, section)
}

function readHeader(kind: string, path: string, sections: PatchSection[]): string | null {
  const section = sections.at(-1)
  if (kind === 'Add File') sections.push({ from: null, to: path, hunks: [newHunk()] })
  else if (kind === 'Delete File') sections.push({ from: path, to: null, hunks: [], removesAll: true })
  else if (kind === 'Update File') sections.push({ from: path, to: path, hunks: [] })
  else if (!section || section.from === null || section.from !== section.to || section.hunks.length > 0)
    return 'does not follow "*** Update File".'
  else section.to = path
  return null
}

const newHunk = (below: string[] = []): PatchHunk => ({ lines: [], below, isAtEnd: false })

function readAddition(line: string, { hunks }: PatchSection): string | null {
  if (line.startsWith('+')) hunks[0]?.lines.push({ sign: '+', text: `${line.slice(1)}\n` })
  else if (line.trim() !== '') return 'does not begin with "+", as the lines of a new file do.'
  return null
}

function readUpdate(line: string, { hunks }: PatchSection): string | null {
  const hunk = hunks.at(-1)
  if (line.startsWith('@@')) {
    const below = line.replace(/^@@ ?/, '').trim()
    const isDeeper = hunk && hunk.lines.length === 0 && hunk.below.length > 0
    if (!isDeeper) hunks.push(newHunk(below === '' ? [] : [below]))
    else if (below !== '') hunk.below.push(below)
    return null
  }
  if (/^\*\*\* End of File\s*$/.test(line)) {
    if (hunk) hunk.isAtEnd = true
    return hunk ? null : 'follows no hunk.'
  }
  const sign = /^\r?$/.test(line) ? ' ' : line.charAt(0)
  if (sign !== ' ' && sign !== '-' && sign !== '+') return 'begins with neither " ", "-", "+" nor "@@".'
  if (!hunk && line.trim() === '') return null
  const current = hunk ?? newHunk()
  if (!hunk) hunks.push(current)
  current.lines.push({ sign, text: `${line.slice(1)}\n` })
  return null
}

/** Blank lines between two files belong to neither. */
function dropBlankEnd({ lines }: PatchHunk): void {
  while (lines.at(-1)?.sign === ' ' && lines.at(-1)?.text === '\n') lines.pop()
}
