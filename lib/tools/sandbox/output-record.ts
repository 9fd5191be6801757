import { counted } from '@/lib/text/truncate'

/** Bytes that are kept of the beginning and of the end. */
const HEAD_BYTES = 262_144
const TAIL_BYTES = 131_072

/** Bytes a second that are shown while a program runs. */
const LIVE_BYTES = 32_768
const LIVE_MS = 1_000

/**
 * What a program writes: its beginning and its end are kept, all of it is counted, and as much as people can read is
 * shown at once. What is not text in UTF-8 is shown by replacement characters.
 */
export class OutputRecord {
  readonly #head: Buffer[] = []
  #tail: Buffer[] = []
  #headBytes = 0
  #tailBytes = 0
  #bytes = 0
  #decoder = new TextDecoder()
  #window = { began: Number.NEGATIVE_INFINITY, bytes: 0 }
  #hiddenBytes = 0

  constructor(private readonly onText: (text: string) => void) {}

  get bytes(): number {
    return this.#bytes
  }

  add(bytes: Buffer): void {
    this.#bytes += bytes.length
    this.#keep(bytes)
    this.#show(bytes)
  }

  #keep(bytes: Buffer): void {
    const first = bytes.subarray(0, HEAD_BYTES - this.#headBytes)
    const rest = bytes.subarray(first.length)
    if (first.length > 0) this.#head.push(first)
    this.#headBytes += first.length
    if (rest.length === 0) return
    this.#tail.push(rest)
    this.#tailBytes += rest.length
    if (this.#tailBytes < 2 * TAIL_BYTES) return
    this.#tail = [Buffer.concat(this.#tail).subarray(-TAIL_BYTES)]
    this.#tailBytes = TAIL_BYTES
  }

  #show(bytes: Buffer): void {
    const now = performance.now()
    if (now - this.#window.began >= LIVE_MS) this.#window = { began: now, bytes: 0 }
    const live = bytes.subarray(0, LIVE_BYTES - this.#window.bytes)
    if (live.length > 0) {
      if (this.#hiddenBytes > 0) this.#resume()
      this.#window.bytes += live.length
      const text = this.#decoder.decode(live, { stream: true })
      if (text !== '') this.onText(text)
    }
    this.#hiddenBytes += bytes.length - live.length
  }

  #resume(): void {
    this.onText(`\n[${counted(this.#hiddenBytes, 'byte')} not shown while it runs]\n`)
    this.#hiddenBytes = 0
    this.#decoder = new TextDecoder()
  }

  /** What is kept. Where something is left out between beginning and end, that is said there. */
  text(): { text: string; isWhole: boolean } {
    const tail = Buffer.concat(this.#tail).subarray(-TAIL_BYTES)
    const left = this.#bytes - this.#headBytes - tail.length
    const head = Buffer.concat(this.#head)
    if (left === 0) return { text: decode(Buffer.concat([head, tail])), isWhole: true }
    const between = `\n[${counted(left, 'byte')} left out]\n`
    return { text: decode(head) + between + decode(fromCharacter(tail)), isWhole: false }
  }
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** Not from the middle of a character. */
function fromCharacter(bytes: Buffer): Buffer {
  const begin = bytes.subarray(0, 4).findIndex(byte => (byte & 0b1100_0000) !== 0b1000_0000)
  return bytes.subarray(Math.max(0, begin))
}
