import type { ProposedCall } from '@/lib/domain/call/solution'
import type { Blocks } from '@/lib/domain/session/session'
import type { ModelDelta } from '@/lib/models/model'
import { startOf } from '@/lib/text/truncate'
import type { DeltaMessage } from '../process/bus'
import type { Deps } from '../process/deps'
import { DraftText } from './draft-text'

type DraftPlace = { sessionId: string; runId: string; number: number; attempt: number }

type Drafting = Pick<Deps, 'bus' | 'newId' | 'db' | 'redaction'>

/** A Call that is being written. `named` is what the model calls it, which may be taken twice. */
type CallDraft = { id: string; named: string; tool: string; text: DraftText }

/** What comes within so long goes out together; what comes after a silence goes out at once. */
const GATHER_MS = 50

const PROGRESS_MS = 1_000

/** A name that is no Tool's can be of any length. */
const NAME_CHARS = 100

/**
 * An answer on its way to whoever watches. Nothing of it is stored; a stream that opens in the middle asks
 * for all of it, and gets it from offset 0. Calls get the ids here that they are stored under later.
 */
export class ReplyDraft {
  readonly #deps: Drafting
  readonly #reply: DraftPlace
  readonly #reasoning: DraftText
  readonly #text: DraftText
  readonly #calls: CallDraft[] = []
  readonly #unsubscribe: () => void
  #firstTokenAt: string | null = null
  #isClosed = false
  #gathering: NodeJS.Timeout | undefined
  #progressAt = Number.NEGATIVE_INFINITY

  /** `blocks`: what is said comes in blocks, and not as it is written; Calls come as they are written. */
  constructor(deps: Drafting, { blocks, ...subject }: DraftPlace & { blocks?: Blocks }) {
    this.#deps = deps
    this.#reply = subject
    this.#reasoning = this.#begunText(blocks)
    this.#text = this.#begunText(blocks)
    this.#unsubscribe = deps.bus.subscribe(note => {
      if (note.kind === 'draft' && note.sessionId === subject.sessionId) this.#tellAll()
    })
    this.#tellProgress()
  }

  get firstTokenAt(): string | null {
    return this.#firstTokenAt
  }

  readonly add = (delta: ModelDelta): void => {
    const isFirst = this.#firstTokenAt === null
    this.#firstTokenAt ??= new Date().toISOString()
    this.#take(delta)
    if (!this.#gathering) this.#tellNew()
    if (isFirst || performance.now() - this.#progressAt >= PROGRESS_MS) this.#tellProgress()
  }

  /** The id of each of these Calls: the one that was told of it, if any was. */
  idsOf(calls: ProposedCall[]): string[] {
    const newCalls = [...this.#calls]
    return calls.map(({ id }) => {
      const at = newCalls.findIndex(({ named }) => named === id)
      return (at < 0 ? undefined : newCalls.splice(at, 1)[0]?.id) ?? this.#deps.newId()
    })
  }

  close(): void {
    for (const text of this.#texts()) text.end()
    this.#tellNew()
    clearTimeout(this.#gathering)
    this.#unsubscribe()
    this.#isClosed = true
  }

  #texts(): DraftText[] {
    return [this.#reasoning, this.#text, ...this.#calls.map(({ text }) => text)]
  }

  #begunText(blocks: Blocks = 'off'): DraftText {
    const onLate = (): void => {
      if (!this.#isClosed && !this.#gathering) this.#tellNew()
    }
    return new DraftText(this.#deps, { sessionId: this.#reply.sessionId, onLate, blocks })
  }

  #take(delta: ModelDelta): void {
    const isSaid = delta.kind !== 'call' && delta.text !== ''
    if (delta.kind === 'call' || (isSaid && delta.kind !== 'reasoning')) this.#reasoning.pause()
    if (delta.kind === 'call' || (isSaid && delta.kind !== 'text')) this.#text.pause()
    if (delta.kind === 'call') {
      const { id: named, tool } = delta
      const masked = this.#deps.redaction.mask(startOf(tool, NAME_CHARS))
      this.#calls.push({ id: this.#deps.newId(), named, tool: masked, text: this.#begunText() })
    } else if (delta.kind === 'arguments') {
      const call = this.#calls.findLast(({ named }) => named === delta.id)
      call?.text.add(delta.text)
    } else {
      const text = delta.kind === 'text' ? this.#text : this.#reasoning
      text.add(delta.text)
    }
  }

  /** Tells what is new, and gathers what follows. */
  #tellNew(): void {
    clearTimeout(this.#gathering)
    this.#gathering = undefined
    const { sessionId, ...answering } = this.#reply
    for (const [type, text] of [
      ['reasoning.delta', this.#reasoning],
      ['text.delta', this.#text],
    ] as const) {
      if (text.text === '') continue
      for (const piece of text.newPieces())
        this.#publish({ kind: 'delta', sessionId, type, data: { ...answering, ...piece } })
    }
    for (const call of this.#calls) {
      const data = { callId: call.id, tool: call.tool, ...answering }
      for (const piece of call.text.newPieces())
        this.#publish({ kind: 'delta', sessionId, type: 'call.arguments.delta', data: { ...data, ...piece } })
    }
  }

  #publish(note: DeltaMessage): void {
    this.#deps.bus.publish(note)
    this.#gathering ??= setTimeout(() => this.#tellNew(), GATHER_MS)
  }

  #tellAll(): void {
    for (const text of this.#texts()) text.tellAnew()
    this.#tellNew()
    this.#tellProgress()
  }

  #tellProgress(): void {
    const { sessionId, ...answering } = this.#reply
    const written = this.#calls.reduce((sum, call) => sum + call.text.text.length, 0)
    const data = {
      ...answering,
      ...(this.#firstTokenAt ? { firstTokenAt: this.#firstTokenAt } : {}),
      chars: { text: this.#text.text.length, reasoning: this.#reasoning.text.length, arguments: written },
    }
    this.#deps.bus.publish({ kind: 'progress', sessionId, data })
    this.#progressAt = performance.now()
  }
}
