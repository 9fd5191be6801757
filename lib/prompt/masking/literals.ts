type Node<T> = { next: Map<number, Node<T>>; meanings: T[] }

const node = <T>(): Node<T> => ({ next: new Map(), meanings: [] })

/** A literal that stands in a text, and where it ends. */
type LiteralMatch<T> = { end: number; means: T }

/** Finds which of many literals stand at a place: a walk from there, as long as the longest of them at most. */
export class Literals<T> {
  readonly #root = node<T>()
  readonly #first = new Uint8Array(65_536)

  constructor(literals: Iterable<readonly [string, T]>) {
    for (const [text, means] of literals) {
      let last = this.#root
      this.#first[text.charCodeAt(0)] = 1
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at)
        const next = last.next.get(code) ?? node<T>()
        last.next.set(code, next)
        last = next
      }
      last.meanings.push(means)
    }
  }

  /** False where none can stand: nearly everywhere. */
  mayBegin(text: string, at: number): boolean {
    return this.#first[text.charCodeAt(at)] === 1
  }

  /** Those that stand here, the longest first; `isOpen`: the text ends where a longer one might go on. */
  at(text: string, from: number): { matches: LiteralMatch<T>[]; isOpen: boolean } {
    const matches: LiteralMatch<T>[] = []
    let last = this.#root
    for (let end = from; end < text.length; end += 1) {
      const next = last.next.get(text.charCodeAt(end))
      if (!next) return { matches, isOpen: false }
      last = next
      matches.unshift(...last.meanings.map(means => ({ end: end + 1, means })))
    }
    return { matches, isOpen: last.next.size > 0 }
  }
}
