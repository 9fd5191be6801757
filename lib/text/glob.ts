import { withHiddenCharacters } from './hidden-characters'

/**
 * Path globs: `*` and `?` stay within one segment, `**` crosses segments, so that `src/**` is what is below `src` and
 * not `src` itself. `.` segments are dropped; a path that climbs by `..` matches no glob at all.
 */
export function matchesGlob(glob: string, path: string): boolean {
  if (path.split(/[\\/]/).includes('..')) return false
  return matchesSegments(segmentsOf(glob), segmentsOf(path))
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
function matchesSegments(glob: string[], path: string[]): boolean {
  let positions = [0]
  for (const [index, pattern] of glob.entries()) {
    const [first] = positions
    if (first === undefined) return false
    if (pattern === '**') {
      const least = index === glob.length - 1 ? first + 1 : first
      positions = Array.from({ length: Math.max(0, path.length + 1 - least) }, (_, n) => least + n)
    } else
      positions = positions.flatMap(position => (matchesText(pattern, path[position]) ? [position + 1] : []))
  }
  return positions.at(-1) === path.length
}

/** `*` is any text and `?` one character. Linear in the text for each star: nothing here can take long. */
export function matchesText(pattern: string, text: string | undefined): boolean {
  if (text === undefined) return false
  let [at, from] = [0, 0]
  let star: { at: number; from: number } | null = null
  while (from < text.length) {
    if (pattern[at] === '*') {
      star = { at, from }
      at += 1
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[from])) {
      at += 1
      from += 1
    } else if (star) {
      star.from += 1
      ;[at, from] = [star.at + 1, star.from]
    } else return false
  }
  return /^\**$/.test(pattern.slice(at))
}
