/** A text to be found, whatever its case unless `exact`. */
export type Literal<T> = { text: string; exact: boolean; means: T }

type Node<T> = { next: Map<number, Node<T>>; ends: Literal<T>[] }

/** Which of many texts stand at a place; a walk from there, as long as the longest of them at most. */
export class Literals<T> {
  readonly #root: Node<T> = { next: new Map(), ends: [] }
  /** By the first two characters, in either case: 1 where something may begin so. */
  readonly #begins = new Uint8Array(128 * 128)
  #hasOthers = false

  constructor(literals: Literal<T>[]) {
    for (const literal of literals) this.#add(literal)
  }

  #add(literal: Literal<T>): void {
    let node = this.#root
    for (let at = 0; at < literal.text.length; at += 1) {
      const code = folded(literal.text.charCodeAt(at))
      const next = node.next.get(code) ?? { next: new Map(), ends: [] }
      node.next.set(code, next)
      node = next
    }
    node.ends.push(literal)
    this.#note(literal.text)
  }

  #note(text: string): void {
    const firsts = eachCase(text.charCodeAt(0))
    const seconds = text.length > 1 ? eachCase(text.charCodeAt(1)) : ALL
    if (firsts.some(code => code >= 128)) this.#hasOthers = true
    else if (seconds.some(code => code >= 128)) for (const one of firsts) this.#allow(one, ALL)
    else for (const one of firsts) this.#allow(one, seconds)
  }

  #allow(first: number, seconds: number[]): void {
    for (const second of seconds) this.#begins[first * 128 + second] = 1
  }

  /** False where none can stand: nearly everywhere. */
  mayBegin(text: string, at: number): boolean {
    const first = text.charCodeAt(at)
    if (first >= 128) return this.#hasOthers
    const second = text.charCodeAt(at + 1)
    return second < 128 ? this.#begins[first * 128 + second] === 1 : true
  }

  /** Those that stand here, the longest first; `isOpen`: the text ends where a longer one might go on. */
  at(text: string, at: number): { found: Literal<T>[]; isOpen: boolean } {
    const found: Literal<T>[] = []
    let node: Node<T> | undefined = this.#root
    let end = at
    while (end < text.length) {
      node = node.next.get(folded(text.charCodeAt(end)))
      if (!node) return { found, isOpen: false }
      end += 1
      for (const literal of node.ends)
        if (!literal.exact || text.startsWith(literal.text, at)) found.unshift(literal)
    }
    return { found, isOpen: node.next.size > 0 }
  }
}

const ALL = Array.from({ length: 128 }, (_, code) => code)
const eachCase = (code: number): number[] => {
  const lower = folded(code)
  return lower >= 97 && lower <= 122 ? [lower, lower - 32] : [code]
}

const folded = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code)
