import { jsonIn } from './json-value'

/** A value in a JSON text, and its place. */
export type JsonNode = TextRange &
  (
    | { kind: 'object'; entries: JsonEntry[] }
    | { kind: 'array'; items: JsonNode[] }
    | { kind: 'scalar'; value: string | number | boolean | null }
  )

export type JsonEntry = { key: string; keyPlace: TextRange; value: JsonNode }
type TextRange = { start: number; end: number }

/** Deeper than this no form goes. */
const DEPTH = 200
/** Of a string only its beginning: an expression that repeats a choice keeps each of millions of steps on its stack. */
const TOKEN = /["{}[\],:]|[^\s{}[\],:"]+/g

/** The places of all values in a text; null if it is not JSON, repeats a key, or is nested too deep. */
export function readJsonTree(text: string): JsonNode | null {
  if (jsonIn(text) === undefined) return null
  const tokens = jsonTokens(text)
  return readNode(tokens, nextToken(tokens), 0)
}

/** The value of valid JSON that begins with this token. */
function readNode(tokens: Iterator<Token>, first: Token, depth: number): JsonNode | null {
  const { token, start, end } = first
  if (depth > DEPTH) return null
  if (token !== '{' && token !== '[') return { kind: 'scalar', value: JSON.parse(token), start, end }
  const entries = new Map<string, JsonEntry>()
  const items: JsonNode[] = []
  for (;;) {
    const next = nextToken(tokens)
    if (next.token === '}') return { kind: 'object', entries: [...entries.values()], start, end: next.end }
    if (next.token === ']') return { kind: 'array', items, start, end: next.end }
    if (next.token === ',') continue
    if (token === '[') {
      const item = readNode(tokens, next, depth + 1)
      if (!item) return null
      items.push(item)
    } else {
      const key: string = JSON.parse(next.token)
      nextToken(tokens) // The colon.
      const value = readNode(tokens, nextToken(tokens), depth + 1)
      if (!value || entries.has(key)) return null
      entries.set(key, { key, keyPlace: { start: next.start, end: next.end }, value })
    }
  }
}

function nextToken(tokens: Iterator<Token>): Token {
  const { value } = tokens.next()
  if (!value) throw new Error('A text that JSON.parse accepts ends before its value does')
  return value
}

type Token = { token: string } & TextRange

/** The tokens of a JSON text, in their order. */
export function* jsonTokens(text: string): Generator<Token> {
  const tokens = new RegExp(TOKEN)
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const { index: start } = match
    const end = match[0] === '"' ? (endOfString(text, start) ?? text.length) : start + match[0].length
    tokens.lastIndex = end
    yield { token: text.slice(start, end), start, end }
  }
}

/** The same tokens with each value on a line of its own. */
export function indentedJson(text: string): string {
  const parts: string[] = []
  let depth = 0
  let last = ''
  for (const { token } of jsonTokens(text)) {
    const isStart = last === '{' || last === '['
    const isEnd = token === '}' || token === ']'
    if (isEnd) depth -= 1
    if (isEnd ? !isStart : isStart || last === ',') parts.push(`\n${'  '.repeat(depth)}`)
    parts.push(token === ':' ? ': ' : token)
    if (token === '{' || token === '[') depth += 1
    last = token
  }
  return parts.join('')
}

/** The place after the quote that closes the one at a place, of either kind; null if there is none. */
export function endOfString(text: string, at: number): number | null {
  const quote = text[at] ?? '"'
  for (let end = text.indexOf(quote, at + 1); end !== -1; end = text.indexOf(quote, end + 1)) {
    let escapes = end
    while (escapes - 1 > at && text[escapes - 1] === '\\') escapes -= 1
    if ((end - escapes) % 2 === 0) return end + 1
  }
  return null
}
