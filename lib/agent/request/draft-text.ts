import type { Blocks } from '@/lib/domain/session/session'
import { BlockCutter } from '@/lib/text/block-cutter'
import type { Deps } from '../process/deps'
import { MaskStream } from '../write/mask-stream'

/** `block`: where the block begins that it is, for whom gets words in blocks. */
type Piece = { offset: number; text: string; block?: number }

/** A text that is being written, without the secrets in it; and how much of it was told. */
export class DraftText {
  text = ''
  readonly #masks: MaskStream
  readonly #flow: BlockFlow | null
  /** Undefined before anything was told. */
  #told: number | undefined
  #isAdding = false

  /** `onLate`: there is more to tell, though nothing was added: somebody had to be asked about it, or was silent. */
  constructor(
    deps: Pick<Deps, 'db' | 'redaction'>,
    { sessionId, onLate, blocks = 'off' }: { sessionId: string; onLate: () => void; blocks?: Blocks },
  ) {
    const isHeld = blocks === 'message_end'
    this.#flow = blocks === 'off' ? null : new BlockFlow({ onSilence: onLate, isHeld })
    const onText = (text: string): void => {
      this.text += text
      this.#flow?.add(text)
      if (!this.#isAdding) onLate()
    }
    this.#masks = new MaskStream(deps, { sessionId, onText })
  }

  add(text: string): void {
    this.#isAdding = true
    this.#masks.add(text)
    this.#isAdding = false
  }

  /** Something else is said: what there is of it makes a block. */
  pause(): void {
    this.#flow?.endText()
  }

  end(): void {
    this.#isAdding = true
    this.#masks.end()
    this.#isAdding = false
    this.#flow?.end()
  }

  /** What was not told yet, which is told with this. */
  newPieces(): Piece[] {
    const offset = this.#told ?? 0
    const blocks = this.#flow?.after(offset).map(({ from, to }) => this.#piece(from, to, from))
    const isTold = this.#told === this.text.length
    const pieces = blocks ?? (isTold ? [] : [this.#piece(offset, this.text.length)])
    const last = pieces.at(-1)
    if (last) this.#told = last.offset + last.text.length
    return pieces
  }

  #piece(from: number, to: number, block?: number): Piece {
    return { offset: from, text: this.text.slice(from, to), ...(block === undefined ? {} : { block }) }
  }

  /** Somebody new is to be told all of it. */
  tellAnew(): void {
    this.#told = undefined
  }
}

/** What comes after so long a silence is another block. */
const SILENCE_MS = 1_000

/** Words on their way in blocks: where those end that may be told, and that nobody waits long for what there is. */
class BlockFlow {
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

  endText(): void {
    if (!this.#isHeld) this.#ends.push(...this.#cutter.end())
  }

  end(): void {
    clearTimeout(this.#silence)
    this.#ends.push(...this.#cutter.end())
    this.#isOver = true
  }

  /** The blocks behind a place that may be told, by where each begins and ends. */
  after(offset: number): { from: number; to: number }[] {
    if (this.#isHeld && !this.#isOver) return []
    const ends = this.#ends
    let next = ends.length
    while ((ends[next - 1] ?? 0) > offset) next -= 1
    return ends.slice(next).map((to, at) => ({ from: ends[next + at - 1] ?? 0, to }))
  }

  #pause(): void {
    const ends = this.#cutter.pause()
    this.#ends.push(...ends)
    if (ends.length > 0) this.#onSilence()
  }
}
