/** A text to be found, whatever its case unless `exact`. */
export type Literal<T> = { text: string; exact: boolean; means: T }

type Node<T> = { next: Map<number, Node<T>>; ends: Literal<T>[] }

/** Which of many texts stand at a place; a walk from there, as long as the longest of them at most. */
export class Literals<T> {
  readonly #exact: Node<T> = { next: new Map(), ends: [] }
  readonly #caseless: Node<T> = { next: new Map(), ends: [] }
  /** By the first two characters, in either case: 1 where something may begin so. */
  readonly #begins = new Uint8Array(128 * 128)
  readonly #first = new Uint8Array(128)
  #hasOthers = false

  constructor(literals: Literal<T>[]) {
    for (const literal of literals) this.#add(literal)
  }

  #add(literal: Literal<T>): void {
    let node = literal.exact ? this.#exact : this.#caseless
    for (let at = 0; at < literal.text.length; at += 1) {
      const code = literal.text.charCodeAt(at)
      const key = literal.exact ? code : folded(code)
      const next = node.next.get(key) ?? { next: new Map(), ends: [] }
      node.next.set(key, next)
      node = next
    }
    node.ends.push(literal)
    this.#note(literal)
  }

  #note({ text, exact }: Literal<T>): void {
    const cases = exact ? (code: number) => [code] : eachCase
    const firsts = cases(text.charCodeAt(0))
    const seconds = text.length > 1 ? cases(text.charCodeAt(1)) : ALL
    if (firsts.some(code => code >= 128)) this.#hasOthers = true
    else if (seconds.some(code => code >= 128)) for (const one of firsts) this.#allow(one, ALL)
    else for (const one of firsts) this.#allow(one, seconds)
  }

  #allow(first: number, seconds: number[]): void {
    this.#first[first] = 1
    for (const second of seconds) this.#begins[first * 128 + second] = 1
  }

  /** False where none can stand: nearly everywhere. */
  mayBegin(text: string, at: number): boolean {
    const first = text.charCodeAt(at)
    if (first >= 128) return this.#hasOthers
    const second = text.charCodeAt(at + 1)
    return second < 128 ? this.#begins[first * 128 + second] === 1 : this.#first[first] === 1
  }

  /** Those that stand here, the longest first; `isOpen`: the text ends where a longer one might go on. */
  at(text: string, at: number): { matches: Literal<T>[]; isOpen: boolean } {
    const [exact, caseless] = [
      walk(this.#exact, { key: asItIs, text, at }),
      walk(this.#caseless, { key: folded, text, at }),
    ]
    const matches = [...exact.matches, ...caseless.matches]
    if (exact.matches.length > 0 && caseless.matches.length > 0)
      matches.sort((one, other) => other.text.length - one.text.length)
    return { matches: matches, isOpen: exact.isOpen || caseless.isOpen }
  }
}

function walk<T>(
  from: Node<T>,
  { key, text, at }: { key: (code: number) => number; text: string; at: number },
): { matches: Literal<T>[]; isOpen: boolean } {
  const matches: Literal<T>[] = []
  let node = from
  for (let end = at; end < text.length; end += 1) {
    const next = node.next.get(key(text.charCodeAt(end)))
    if (!next) return { matches: matches, isOpen: false }
    node = next
    matches.unshift(...node.ends)
  }
  return { matches: matches, isOpen: node.next.size > 0 }
}

const asItIs = (code: number): number => code
const ALL = Array.from({ length: 128 }, (_, code) => code)
const eachCase = (code: number): number[] => {
  const lower = folded(code)
  return lower >= 97 && lower <= 122 ? [lower, lower - 32] : [code]
}

const folded = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code)
