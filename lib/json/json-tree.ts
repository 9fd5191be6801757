/** A value in a JSON text, and its place. */
export type JsonNode = TextRange &
  (
    | { kind: 'object'; entries: JsonEntry[] }
    | { kind: 'array'; items: JsonNode[] }
    | { kind: 'scalar'; value: string | number | boolean | null }
  )

export type JsonEntry = { key: string; keyPlace: TextRange; value: JsonNode }
export type TextRange = { start: number; end: number }

/** Deeper than this no form goes. */
const DEPTH = 200
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

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
  readonly #tokens: RegExpExecArray[]
  #at = 0

  constructor(text: string) {
    this.#tokens = [...text.matchAll(TOKEN)]
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

  #peek = (): string | undefined => this.#tokens[this.#at]?.[0]

  #take(): { token: string } & TextRange {
    const match = this.#tokens[this.#at]
    if (!match) throw new Error('A text that JSON.parse accepts ends before its value does')
    this.#at += 1
    return { token: match[0], start: match.index, end: match.index + match[0].length }
  }
}
