import { BlockCutter } from '@/lib/text/block-cutter'

/** What comes after so long a silence is another block. */
const SILENCE_MS = 1_000

/** Words on their way in blocks: where those end that may be told, and that nobody waits long for what there is. */
export class BlockFlow {
  readonly #cutter = new BlockCutter()
  readonly #onSilence: () => void
  readonly #isHeld: boolean
  #ends: number[] = []
  #silence: NodeJS.Timeout | undefined
  #isOver = false

  /** `isHeld`: nothing may be told before the message is over. */
  constructor({ onSilence, isHeld }: { onSilence: () => void; isHeld: boolean }) {
    this.#onSilence = onSilence
    this.#isHeld = isHeld
  }

  add(text: string): void {
    if (this.#isOver) return
    this.#ends.push(...this.#cutter.add(text))
    clearTimeout(this.#silence)
    if (!this.#isHeld) this.#silence = setTimeout(() => this.#pause(), SILENCE_MS)
  }

  /** The text ends, though more of its kind may follow. */
  endText(): void {
    if (!this.#isHeld) this.#ends.push(...this.#cutter.end())
  }

  /** The message is over. */
  end(): void {
    clearTimeout(this.#silence)
    this.#ends.push(...this.#cutter.end())
    this.#isOver = true
  }

  /** The blocks behind a place that may be told, by where each begins and ends. */
  after(place: number): { from: number; to: number }[] {
    if (this.#isHeld && !this.#isOver) return []
    const ends = this.#ends
    let next = ends.length
    while ((ends[next - 1] ?? 0) > place) next -= 1
    return ends.slice(next).map((to, at) => ({ from: ends[next + at - 1] ?? 0, to }))
  }

  #pause(): void {
    const ends = this.#cutter.pause()
    this.#ends.push(...ends)
    if (ends.length > 0) this.#onSilence()
  }
}
