import { endOfString } from '@/lib/text/json/json-tree'
import { jsonIn } from '@/lib/text/json/json-value'

/**
 * Where the JSON value that begins at `at` ends; null if it is invalid or incomplete. The text is scanned once, whatever
 * it contains, and nothing is built.
 */
export function jsonValueEnd(text: string, at: number): number | null {
  const open: string[] = []
  let index = at
  for (;;) {
    const end = tokenEnd(text, index)
    if (end === null) return null
    const token = text[index] ?? ''
    if (token === '{' || token === '[') open.push(token === '{' ? '}' : ']')
    else if (token === '}' || token === ']') {
      if (open.pop() !== token) return null
    } else if (open.length === 0 && (token === ',' || token === ':')) return null
    if (open.length === 0) return end
    index = skipSpace(text, end)
  }
}

/** JSON's literals, each as a whole. */
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const SPACE = /[ \t\r\n]*/y

function tokenEnd(text: string, at: number): number | null {
  if ('{}[],:'.includes(text[at] ?? 'none')) return at + 1
  if (text[at] === '"') return endOfString(text, at)
  LITERAL.lastIndex = at
  return LITERAL.test(text) ? LITERAL.lastIndex : null
}

export function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at
  SPACE.test(text)
  return SPACE.lastIndex
}

/** The JSON value that begins at a place, verbatim; null if there is none. */
export function valueAt(text: string, at: number): string | null {
  const own = text.slice(at, jsonValueEnd(text, at) ?? at)
  return isJson(own) ? own : null
}

export const isJson = (text: string): boolean => jsonIn(text) !== undefined

type JsonMember = { key: string; text: string; at: number }

/** The members of an object with their places, verbatim; null if it is not an object or repeats a key. */
export function entriesOf(json: string): Map<string, JsonMember> | null {
  const entries = new Map<string, JsonMember>()
  const start = skipSpace(json, 0)
  if (json[start] !== '{') return null
  for (let at = skipSpace(json, start + 1); json[at] !== '}'; ) {
    const keyEnd = jsonValueEnd(json, at)
    if (keyEnd === null) return null
    const key: unknown = JSON.parse(json.slice(at, keyEnd))
    const from = skipSpace(json, skipSpace(json, keyEnd) + 1)
    const to = jsonValueEnd(json, from)
    if (to === null || typeof key !== 'string' || entries.has(key)) return null
    entries.set(key, { key, text: json.slice(from, to), at: from })
    at = behindSeparator(json, to)
  }
  return entries
}

/** The members of an object, verbatim; null if it is not an object or repeats a key. */
export function membersOf(json: string): Map<string, string> | null {
  const entries = entriesOf(json)
  return entries && new Map([...entries.values()].map(({ key, text }) => [key, text]))
}

/** The items of a list with their places; null if it is not a list. */
export function itemsOf(json: string): { text: string; at: number }[] | null {
  const items: { text: string; at: number }[] = []
  const start = skipSpace(json, 0)
  if (json[start] !== '[') return null
  for (let at = skipSpace(json, start + 1); json[at] !== ']'; ) {
    const end = jsonValueEnd(json, at)
    if (end === null) return null
    items.push({ text: json.slice(at, end), at })
    at = behindSeparator(json, end)
  }
  return items
}

/** Behind a separator that may stand there, and space around it. */
export function behindSeparator(text: string, at: number, separators = ','): number {
  const index = skipSpace(text, at)
  return separators.includes(text[index] ?? 'none') ? skipSpace(text, index + 1) : index
}
