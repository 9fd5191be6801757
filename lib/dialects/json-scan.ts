import type { Span } from './spoken'

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

/**
 * The members of the object at `at`, each by its name and the span of its value; null where it is no object that
 * JSON knows. The last of two members of one name counts, as it does for JSON.parse.
 */
export function membersAt(text: string, at: number): Map<string, Span> | null {
  const end = valueEnd(text, at)
  if (end === null || text[at] !== '{' || !isJson(text.slice(at, end))) return null
  const members = new Map<string, Span>()
  for (let place = skipSpace(text, at + 1); text[place] === '"'; ) {
    const nameEnd = tokenEnd(text, place) ?? end
    const from = skipSpace(text, skipSpace(text, nameEnd) + 1)
    const to = valueEnd(text, from) ?? end
    members.set(JSON.parse(text.slice(place, nameEnd)), [from, to])
    const after = skipSpace(text, to)
    place = text[after] === ',' ? skipSpace(text, after + 1) : after
  }
  return members
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The elements of the list at `at`, by their spans; null where it is no list that JSON knows. */
export function elementsAt(text: string, at: number): Span[] | null {
  const end = valueEnd(text, at)
  if (end === null || text[at] !== '[' || !isJson(text.slice(at, end))) return null
  const elements: Span[] = []
  for (let place = skipSpace(text, at + 1); text[place] !== ']'; ) {
    const to = valueEnd(text, place) ?? end
    elements.push([place, to])
    const after = skipSpace(text, to)
    place = text[after] === ',' ? skipSpace(text, after + 1) : after
  }
  return elements
}
