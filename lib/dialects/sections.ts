import { skipSpace } from './json-scan'

const BEGIN = '<![CDATA['
const END = ']]>'

/** Finds the ends of CDATA sections. No end is looked for twice. */
export class Sections {
  #known = -1

  constructor(readonly text: string) {}

  /** Behind the sections that stand at a place, where nothing but the end of an element follows them. */
  endFrom(from: number): number | null {
    let end: number | null = null
    let at = skipSpace(this.text, from)
    while (this.text.startsWith(BEGIN, at)) {
      const close = this.#closeFrom(at)
      if (close === Number.POSITIVE_INFINITY) return null
      at = close + END.length
      end = at
    }
    return end !== null && this.text.startsWith('</', skipSpace(this.text, end)) ? end : null
  }

  /** Whether a section begins at a place that never ends. */
  isOpenAt(from: number): boolean {
    const at = skipSpace(this.text, from)
    return this.text.startsWith(BEGIN, at) && this.#closeFrom(at) === Number.POSITIVE_INFINITY
  }

  #closeFrom(at: number): number {
    if (this.#known < at) {
      const found = this.text.indexOf(END, at)
      this.#known = found === -1 ? Number.POSITIVE_INFINITY : found
    }
    return this.#known
  }
}
