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
  try {
    JSON.parse(text)
  } catch {
    return null
  }
  return new Reader(text).read()
}

/** Reads a text that is known to be JSON. */
class Reader {
  #isSound = true
  readonly #tokens: Token[]
  #at = 0

  constructor(text: string) {
    this.#tokens = [...jsonTokens(text)]
  }

  read(): JsonNode | null {
    const tree = this.#value(0)
    return this.#isSound ? tree : null
  }

  /** Null too deep within: nothing further is read. */
  #value(depth: number): JsonNode | null {
    if (depth > DEPTH) return null
    const { token, start, end } = this.#take()
    if (token === '{') return this.#object(start, depth)
    if (token === '[') return this.#array(start, depth)
    return { kind: 'scalar', value: JSON.parse(token), start, end }
  }

  #object(start: number, depth: number): JsonNode | null {
    const entries: JsonEntry[] = []
    const keys = new Set<string>()
    while (this.#peek() !== '}') {
      const { token, ...keyPlace } = this.#take()
      const key: string = JSON.parse(token)
      if (keys.has(key)) this.#isSound = false
      keys.add(key)
      this.#take()
      const value = this.#value(depth + 1)
      if (!value) return null
      entries.push({ key, keyPlace, value })
      if (this.#peek() === ',') this.#take()
    }
    return { kind: 'object', entries, start, end: this.#take().end }
  }

  #array(start: number, depth: number): JsonNode | null {
    const items: JsonNode[] = []
    while (this.#peek() !== ']') {
      const item = this.#value(depth + 1)
      if (!item) return null
      items.push(item)
      if (this.#peek() === ',') this.#take()
    }
    return { kind: 'array', items, start, end: this.#take().end }
  }

  #peek = (): string | undefined => this.#tokens[this.#at]?.token

  #take(): Token {
    const token = this.#tokens[this.#at]
    if (!token) throw new Error('A text that JSON.parse accepts ends before its value does')
    this.#at += 1
    return token
  }
}

type Token = { token: string } & TextRange

/** The tokens of a JSON text, in their order. */
export function* jsonTokens(text: string): Generator<Token> {
  const tokens = new RegExp(TOKEN)
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const { index: start } = match
    const end = match[0] === '"' ? endOfString(text, start + 1) : start + match[0].length
    tokens.lastIndex = end
    yield { token: text.slice(start, end), start, end }
  }
}

/** The place after the closing quote of a string; `from`: after the opening one. */
export function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (at - slashes > from && text[at - slashes - 1] === '\\') slashes += 1
    if (slashes % 2 === 0) return at + 1
  }
  return text.length
}
