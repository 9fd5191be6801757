import type { Job } from '@/lib/domain/job'
import { binaryKind } from '../text-content'
import { type LineMatcher, lineMatcher, PatternTooLarge } from './line-matcher'

/** `line` counts from 1. `text` is the line, cut where it is long. */
export type TextMatch = { path: string; line: number; text: string }

export type Pattern = { pattern: string; caseSensitive: boolean }
export type SearchedFile = { path: string; bytes: Uint8Array }

/** The matches in some files; `cutLines` counts lines too long to be matched in full. */
export type TextsSearched = { matches: TextMatch[]; cutLines: number }

/** The most characters of a line to show. */
const SHOWN_CHARS = 300

/** The pattern decides how long a search takes; neither its size nor that of the text says so. */
const size = (): number => Infinity

/** How a pattern is read, or why it cannot be. */
export type PatternCheck = { fault: string | null; note: string | null }

export const CHECK_PATTERN: Job<Pattern, PatternCheck> = {
  name: 'check a pattern',
  size,
  longestMs: 2_000,
  run: ({ pattern, caseSensitive }) => {
    try {
      return { fault: null, note: lineMatcher(pattern, caseSensitive).note }
    } catch (error) {
      if (error instanceof PatternTooLarge) return { fault: error.message, note: null }
      throw error
    }
  },
}

/** The lines of text files that match a pattern, at most `most`. Binary files are skipped. */
export const SEARCH_TEXTS: Job<Pattern & { files: SearchedFile[]; most: number }, TextsSearched> = {
  name: 'search texts',
  size,
  longestMs: 30_000,
  isSlow: true,
  run: ({ pattern, caseSensitive, files, most }) => {
    const matcher = lineMatcher(pattern, caseSensitive)
    const searched: TextsSearched = { matches: [], cutLines: 0 }
    for (const file of files)
      if (binaryKind(file.bytes) === null) searchFile(file, { matcher, most }, searched)
    return searched
  },
}

function searchFile(
  { path, bytes }: SearchedFile,
  { matcher, most }: { matcher: LineMatcher; most: number },
  result: TextsSearched,
): void {
  for (const [index, line] of new TextDecoder().decode(bytes).split(/\r?\n/).entries()) {
    if (result.matches.length >= most) return
    const isCut = line.length > matcher.mostChars
    if (isCut) result.cutLines += 1
    if (!matcher.matches(isCut ? line.slice(0, matcher.mostChars) : line)) continue
    result.matches.push({ path, line: index + 1, text: shown(line) })
  }
}

const shown = (line: string): string =>
  line.length > SHOWN_CHARS ? `${line.slice(0, SHOWN_CHARS).replace(/[\ud800-\udbff]$/, '')}…` : line
