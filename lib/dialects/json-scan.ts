import { type JsonNode, readJsonTree } from '@/lib/domain/json-tree'

/**
 * Where the JSON value that begins at `at` ends; null where there is none, or where it is cut off. The text is
 * read once, whatever it holds, and nothing in it is made into a value.
 */
export function valueEnd(text: string, at: number): number | null {
  const open: string[] = []
  let place = at
  for (;;) {
    const end = tokenEnd(text, place)
    if (end === null) return null
    const token = text[place] ?? ''
    if (token === '{' || token === '[') open.push(token === '{' ? '}' : ']')
    else if (token === '}' || token === ']') {
      if (open.pop() !== token) return null
    } else if (open.length === 0 && (token === ',' || token === ':')) return null
    if (open.length === 0) return end
    place = skipSpace(text, end)
  }
}

/** JSON's literals, each as a whole. */
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/sy
const SPACE = /[ \t\r\n]*/y

function tokenEnd(text: string, at: number): number | null {
  if ('{}[],:'.includes(text[at] ?? 'none')) return at + 1
  const pattern = text[at] === '"' ? STRING : LITERAL
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

export function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at
  SPACE.test(text)
  return SPACE.lastIndex
}

/** The JSON value that begins at a place, with where it ends; null where there is none that can be read. */
export function valueAt(text: string, at: number): { value: JsonNode; text: string; end: number } | null {
  const end = valueEnd(text, at)
  const own = end === null ? '' : text.slice(at, end)
  const value = end === null ? null : readJsonTree(own)
  return end === null || !value ? null : { value, text: own, end }
}
