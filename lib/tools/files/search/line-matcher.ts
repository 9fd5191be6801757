import { RE2JS } from 're2js'

/**
 * Finds a pattern in one line. `note` says if the pattern was not read as it may have been meant; only `mostChars` of
 * a line are searched.
 */
export type LineMatcher = { matches: (line: string) => boolean; note: string | null; mostChars: number }

/** A pattern that would take too long on any text; `message` says what to do instead. */
export class PatternTooLarge extends Error {}

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
  const wanted = folded(text)
  return { matches: line => folded(line).includes(wanted), mostChars: Infinity }
}
