import { RE2JS } from 're2js'
import type { Job } from '@/lib/domain/job'
import { startOf } from '@/lib/text/truncate'
import { binaryKind } from '../text-content'

/** `line` counts from 1. `text` is the line, cut where it is long. */
export type TextMatch = { path: string; line: number; text: string }

export type Pattern = { pattern: string; caseSensitive: boolean }
export type SearchedFile = { path: string; bytes: Uint8Array }

/** The matches in some files; `cutLines` counts lines too long to be matched in full, `binary` files that are not text. */
type TextsSearched = { matches: TextMatch[]; cutLines: number; binary: number }

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
    const searched: TextsSearched = { matches: [], cutLines: 0, binary: 0 }
    for (const file of files)
      if (binaryKind(file.bytes) === null) searchFile(file, { matcher, most }, searched)
      else searched.binary += 1
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
    result.matches.push({ path, line: index + 1, text: startOf(line, SHOWN_CHARS) })
  }
}

/**
 * Finds a pattern in one line. `note` says if the pattern was not read as it may have been meant; only `mostChars` of
 * a line are searched.
 */
type LineMatcher = { matches: (line: string) => boolean; note: string | null; mostChars: number }

/** A pattern that would take too long on any text; `message` says what to do instead. */
class PatternTooLarge extends Error {}

const PLAIN = /^[^\\^$.*+?()[\]{}|]*$/

/** The most steps of a compiled pattern: each may be taken at every character of a text. */
const MOST_STEPS = 1000

/** How many characters of a line an expression is matched against. */
const LONGEST_LINE = 200_000

/**
 * A pattern in RE2 syntax, which matches in time linear in the line and in the pattern, so both are bounded. An
 * invalid regular expression is searched for literally.
 */
export function lineMatcher(pattern: string, caseSensitive: boolean): LineMatcher {
  if (PLAIN.test(pattern)) return { ...literal(pattern, caseSensitive), note: null }
  const compiled = compile(pattern, caseSensitive)
  if (!compiled) {
    const note = 'The pattern is no regular expression, so it was searched for as it is written.'
    return { ...literal(pattern, caseSensitive), note }
  }
  const steps = compiled.programSize()
  if (steps > MOST_STEPS) throw new PatternTooLarge(tooLarge(steps))
  return { matches: line => compiled.test(line), note: null, mostChars: LONGEST_LINE }
}

const tooLarge = (steps: number): string =>
  `The pattern is too large: written out it has ${steps} steps, and ${MOST_STEPS} are the most. Repeat fewer times, or search for a smaller part of it.`

/** `null` if it is not a valid regular expression. */
function compile(pattern: string, caseSensitive: boolean): RE2JS | null {
  try {
    return RE2JS.compile(pattern, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
  } catch {
    return null
  }
}

function literal(text: string, caseSensitive: boolean): Pick<LineMatcher, 'matches' | 'mostChars'> {
  const folded = (line: string): string => (caseSensitive ? line : line.toLowerCase())
  const needle = folded(text)
  return { matches: line => folded(line).includes(needle), mostChars: Infinity }
}
