/** A growing text without white space at its ends. White space that may be at the end is held back. */
export class TrimmedText {
  #space = ''
  #begins = true
  #fresh = ''
  #text = ''

  get text(): string {
    return this.#text
  }

  /** Begins another paragraph. */
  part(): void {
    this.#begins = true
    this.#space = this.#text === '' ? '' : '\n\n'
  }

  add(piece: string): void {
    const own = this.#begins ? piece.trimStart() : piece
    if (own === '') return
    this.#begins = false
    const end = own.trimEnd()
    if (end === '') {
      this.#space += own
      return
    }
    const text = this.#space + end
    this.#text += text
    this.#fresh += text
    this.#space = own.slice(end.length)
  }

  /** What was added since the last call. */
  take(): string {
    const fresh = this.#fresh
    this.#fresh = ''
    return fresh
  }
}
