import { withHiddenCharacters } from './hidden-characters'

/**
 * Path globs: `*` and `?` stay within one segment, `**` crosses segments, so that `src/**` is what is below `src` and
 * not `src` itself. `.` segments are dropped; a path that climbs by `..` matches no glob at all.
 */
export function matchesGlob(glob: string, path: string): boolean {
  if (path.split(/[\\/]/).includes('..')) return false
  return matchesSegments(segmentsOf(glob), segmentsOf(path), matchesText)
}

const segmentsOf = (path: string): string[] =>
  path.split('/').filter((segment, index) => segment !== '.' && (segment !== '' || index === 0))

/** A path from the workspace on, however a tool printed it: commands name the folder, and hidden characters are shown. */
export const insidePath = (path: string): string =>
  withHiddenCharacters(path).replace(/^\/workspace(?:\/+|$)/, '')

/** The same without redundant parts: `./a//b/` is `a/b`. */
export const plainPath = (path: string): string => segmentsOf(insidePath(path)).join('/')

/**
 * `**` takes one segment or more at the end, none or more before it; one place at a time, without backtracking over
 * places. After a `**` every place behind the first one can be reached, so that none is asked for it.
 */
export function matchesSegments<P, S>(
  patterns: P[],
  path: S[],
  fits: (pattern: Exclude<P, '**'>, segment: S) => boolean,
): boolean {
  let positions = [0]
  for (const [index, pattern] of patterns.entries()) {
    const [first] = positions
    if (first === undefined) return false
    if (pattern === '**') {
      const least = index === patterns.length - 1 ? first + 1 : first
      positions = Array.from({ length: Math.max(0, path.length + 1 - least) }, (_, n) => least + n)
    } else
      positions = positions.flatMap(position => {
        const segment = path[position]
        return segment !== undefined && fits(pattern as Exclude<P, '**'>, segment) ? [position + 1] : []
      })
  }
  return positions.at(-1) === path.length
}

/** `*` is any text and `?` one character. */
export const matchesText = (pattern: string, text: string): boolean =>
  matchesWildcards(pattern, text, (sign, char) => sign === '?' || sign === char)

/**
 * `*` is any number of characters; whether any other sign fits one is asked. After one that does not fit, the last star
 * takes one character more: linear in the text for each star, so that nothing here can take long.
 */
export function matchesWildcards<S>(
  signs: ArrayLike<S>,
  text: ArrayLike<string>,
  fits: (sign: Exclude<S, '*'>, char: string) => boolean,
): boolean {
  let [at, from] = [0, 0]
  let star: { at: number; from: number } | null = null
  while (from < text.length) {
    if (signs[at] === '*') {
      star = { at, from }
      at += 1
    } else if (at < signs.length && fits(signs[at] as Exclude<S, '*'>, text[from] ?? '')) {
      at += 1
      from += 1
    } else if (star) {
      star.from += 1
      at = star.at + 1
      from = star.from
    } else return false
  }
  while (signs[at] === '*') at += 1
  return at === signs.length
}
