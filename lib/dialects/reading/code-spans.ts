/** A code span ends with its paragraph: at a blank line, a fence or a quote. */
const PARAGRAPH_END = /\n(?=[ \t]*(?:\n|`{3}|~{3}|>))/g
const RUN = /`+/g

/** Finds the ends of code spans. Each paragraph is looked through once, however many spans begin in it. */
export class CodeSpans {
  #text = ''
  #from = 0
  #end = -1
  #ends = true
  /** The places of all runs of a length, the first one last. */
  #runs = new Map<number, number[]>()

  /** Where the run of backticks stands that closes the one at a place; null where none does. */
  closing(text: string, at: number, ticks: number): number | null | 'more' {
    if (text !== this.#text || at < this.#from || at >= this.#end) this.#look(text, at)
    const places = this.#runs.get(ticks) ?? []
    while ((places.at(-1) ?? at + 1) <= at) places.pop()
    return places.at(-1) ?? (this.#ends ? null : 'more')
  }

  #look(text: string, at: number): void {
    PARAGRAPH_END.lastIndex = at
    const end = PARAGRAPH_END.exec(text)
    this.#text = text
    this.#from = at
    this.#end = end?.index ?? text.length
    this.#ends = end !== null
    this.#runs = new Map()
    for (const { 0: run, index } of text.slice(at, this.#end).matchAll(RUN)) {
      const places = this.#runs.get(run.length)
      if (places) places.push(at + index)
      else this.#runs.set(run.length, [at + index])
    }
    for (const places of this.#runs.values()) places.reverse()
  }
}
