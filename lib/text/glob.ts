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

/** A path without redundant parts: `./a//b/` is `a/b`. */
export const plainPath = (path: string): string => segmentsOf(path).join('/')

/** `**` takes one segment or more at the end, none or more before it; one place at a time, without backtracking over places. */
function matchesSegments(glob: string[], path: string[]): boolean {
  let places = new Set([0])
  for (const [index, pattern] of glob.entries()) {
    const next = new Set<number>()
    for (const place of places) {
      if (pattern === '**') {
        const least = index === glob.length - 1 ? place + 1 : place
        for (let to = least; to <= path.length; to += 1) next.add(to)
      } else if (place < path.length && matchesText(pattern, path[place] ?? '')) next.add(place + 1)
    }
    places = next
  }
  return places.has(path.length)
}

/** `*` is any text and `?` one character. Linear in the text for each star: nothing here can take long. */
export function matchesText(pattern: string, text: string): boolean {
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
