/** Where a JSON value ends: `cut` if its text is incomplete, `broken` if it is invalid. */
export type ValueEnd = number | 'cut' | 'broken'

/**
 * Where the JSON value that begins at `at` ends. The text is scanned once, whatever it contains, and nothing is built.
 */
export function jsonValueEnd(text: string, at: number): ValueEnd {
  const open: string[] = []
  let place = at
  for (;;) {
    const end = tokenEnd(text, place)
    if (typeof end !== 'number') return end
    const token = text[place] ?? ''
    if (token === '{' || token === '[') open.push(token === '{' ? '}' : ']')
    else if (token === '}' || token === ']') {
      if (open.pop() !== token) return 'broken'
    } else if (open.length === 0 && (token === ',' || token === ':')) return 'broken'
    if (open.length === 0) return end
    place = skipSpace(text, end)
  }
}

/** JSON's literals, each as a whole. */
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const SPACE = /[ \t\r\n]*/y
const LONGEST_NAME = 'false'.length

function tokenEnd(text: string, at: number): ValueEnd {
  if ('{}[],:'.includes(text[at] ?? 'none')) return at + 1
  if (text[at] === '"') return stringEnd(text, at)
  LITERAL.lastIndex = at
  if (LITERAL.test(text)) return LITERAL.lastIndex
  return text.length - at < LONGEST_NAME ? 'cut' : 'broken'
}

/** The place after the closing quote. */
export function stringEnd(text: string, at: number): number | 'cut' {
  const quote = text[at] ?? '"'
  for (let end = text.indexOf(quote, at + 1); end !== -1; end = text.indexOf(quote, end + 1)) {
    let escapes = end
    while (escapes - 1 > at && text[escapes - 1] === '\\') escapes -= 1
    if ((end - escapes) % 2 === 0) return end + 1
  }
  return 'cut'
}

export function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at
  SPACE.test(text)
  return SPACE.lastIndex
}

/** The JSON value that begins at a place, verbatim. */
export function valueAt(text: string, at: number): string | 'cut' | 'broken' {
  const end = jsonValueEnd(text, at)
  if (typeof end !== 'number') return end
  const own = text.slice(at, end)
  return isJson(own) ? own : 'broken'
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export type JsonMember = { key: string; text: string; at: number }

/** The members of an object with their places, verbatim; null if it is not an object or repeats a key. */
export function entriesOf(json: string): Map<string, JsonMember> | null {
  const entries = new Map<string, JsonMember>()
  const start = skipSpace(json, 0)
  if (json[start] !== '{') return null
  for (let at = skipSpace(json, start + 1); json[at] !== '}'; ) {
    const keyEnd = jsonValueEnd(json, at)
    if (typeof keyEnd !== 'number') return null
    const key: unknown = JSON.parse(json.slice(at, keyEnd))
    const from = skipSpace(json, skipSpace(json, keyEnd) + 1)
    const to = jsonValueEnd(json, from)
    if (typeof to !== 'number' || typeof key !== 'string' || entries.has(key)) return null
    entries.set(key, { key, text: json.slice(from, to), at: from })
    at = behindComma(json, to)
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
    if (typeof end !== 'number') return null
    items.push({ text: json.slice(at, end), at })
    at = behindComma(json, end)
  }
  return items
}

function behindComma(json: string, at: number): number {
  const place = skipSpace(json, at)
  return json[place] === ',' ? skipSpace(json, place + 1) : place
}
