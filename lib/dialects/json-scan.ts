/** Where a JSON value ends: `cut` where its text is not all there, `broken` where it is none. */
export type ValueEnd = number | 'cut' | 'broken'

/**
 * Where the JSON value that begins at `at` ends. The text is read once, whatever it holds, and nothing in it is made
 * into a value.
 */
export function valueEnd(text: string, at: number): ValueEnd {
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

/** Behind the quote that is not escaped. */
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

/** The JSON value that begins at a place, as it is written. */
export function valueAt(text: string, at: number): string | 'cut' | 'broken' {
  const end = valueEnd(text, at)
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

export type Entry = { key: string; text: string; at: number }

/** The members of an object with their places, each as it is written; null where the text is none or says a key twice. */
export function entriesOf(json: string): Map<string, Entry> | null {
  const entries = new Map<string, Entry>()
  const start = skipSpace(json, 0)
  if (json[start] !== '{') return null
  for (let at = skipSpace(json, start + 1); json[at] !== '}'; ) {
    const keyEnd = valueEnd(json, at)
    if (typeof keyEnd !== 'number') return null
    const key: unknown = JSON.parse(json.slice(at, keyEnd))
    const from = skipSpace(json, skipSpace(json, keyEnd) + 1)
    const to = valueEnd(json, from)
    if (typeof to !== 'number' || typeof key !== 'string' || entries.has(key)) return null
    entries.set(key, { key, text: json.slice(from, to), at: from })
    at = behindComma(json, to)
  }
  return entries
}

/** The members of an object, each as it is written; null where the text is none or says a key twice. */
export function membersOf(json: string): Map<string, string> | null {
  const entries = entriesOf(json)
  return entries && new Map([...entries.values()].map(({ key, text }) => [key, text]))
}

/** The items of a list with their places; null where the text is none. */
export function itemsOf(json: string): { text: string; at: number }[] | null {
  const items: { text: string; at: number }[] = []
  const start = skipSpace(json, 0)
  if (json[start] !== '[') return null
  for (let at = skipSpace(json, start + 1); json[at] !== ']'; ) {
    const end = valueEnd(json, at)
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
