/**
 * Where `part` begins in `text`, overlapping ones included, at most `most` of them. Takes time in proportion
 * to both lengths whatever they hold (Knuth, Morris and Pratt), which `indexOf` does not promise.
 */
export function occurrences(text: string, part: string, most: number): number[] {
  const borders = bordersOf(part)
  const found: number[] = []
  let matched = 0
  for (let at = 0; at < text.length && found.length < most; at += 1) {
    matched = extend(part, borders, { matched, code: text.charCodeAt(at) })
    if (matched === part.length) {
      found.push(at + 1 - part.length)
      matched = borders[matched - 1] ?? 0
    }
  }
  return found
}

/** For each prefix of `part`, the length of the longest shorter prefix that it ends with. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length)
  let matched = 0
  for (let at = 1; at < part.length; at += 1) {
    matched = extend(part, borders, { matched, code: part.charCodeAt(at) })
    borders[at] = matched
  }
  return borders
}

type Reading = { matched: number; code: number }

function extend(part: string, borders: Int32Array, { matched, code }: Reading): number {
  let length = matched
  while (length > 0 && part.charCodeAt(length) !== code) length = borders[length - 1] ?? 0
  return part.charCodeAt(length) === code ? length + 1 : length
}
