/** A text that grows, without the white space at its ends. Nothing is shown of what may yet be an end. */
export class Trimmed {
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
    const shown = this.#space + end
    this.#text += shown
    this.#fresh += shown
    this.#space = own.slice(end.length)
  }

  /** What has come since this was last asked. */
  take(): string {
    const fresh = this.#fresh
    this.#fresh = ''
    return fresh
  }
}
