import { RE2JS } from 're2js'

/** Finds a pattern in one line. `note` says where it was not read as it may have been meant. */
export type LineMatcher = { matches: (line: string) => boolean; note: string | null }

const PLAIN = /^[^\\^$.*+?()[\]{}|]*$/

/**
 * A pattern in RE2's syntax, which matches in time linear in the line whatever the pattern is. One that is no
 * regular expression is searched for as it is written.
 */
export function lineMatcher(pattern: string, caseSensitive: boolean): LineMatcher {
  if (PLAIN.test(pattern)) return { ...literal(pattern, caseSensitive), note: null }
  try {
    const compiled = RE2JS.compile(pattern, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
    return { matches: line => compiled.matcher(line).find(), note: null }
  } catch {
    const note = 'The pattern is no regular expression, so it was searched for as it is written.'
    return { ...literal(pattern, caseSensitive), note }
  }
}

function literal(text: string, caseSensitive: boolean): Pick<LineMatcher, 'matches'> {
  const folded = (line: string): string => (caseSensitive ? line : line.toLowerCase())
  const wanted = folded(text)
  return { matches: line => folded(line).includes(wanted) }
}
