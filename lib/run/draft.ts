import type { ProposedCall } from '@/lib/domain/solution'
import type { ModelDelta } from '@/lib/model/model'
import type { Deps } from './deps'

type About = { sessionId: string; runId: string; number: number; attempt: number }

/** A Call that is being written. `named` is what the model calls it, which may be taken twice. */
type CallDraft = { id: string; named: string; tool: string; text: string }

/** How often it is told how far an answer has come. */
const PROGRESS_MS = 1_000

/** A name that is no Tool's can be of any length. */
const NAME_CHARS = 100

/**
 * An answer on its way to whoever watches. Nothing of it is stored; a stream that opens in the middle asks
 * for all of it, and gets it from offset 0. Calls get the ids here that they are stored under later.
 */
export class Draft {
  readonly #deps: Pick<Deps, 'bus' | 'newId'>
  readonly #about: About
  readonly #said = { reasoning: '', text: '' }
  readonly #calls: CallDraft[] = []
  readonly #unsubscribe: () => void
  #firstTokenAt: string | null = null
  #toldAt = Number.NEGATIVE_INFINITY

  constructor(deps: Pick<Deps, 'bus' | 'newId'>, about: About) {
    this.#deps = deps
    this.#about = about
    this.#unsubscribe = deps.bus.subscribe(note => {
      if (note.kind === 'draft' && note.sessionId === about.sessionId) this.#tellAll()
    })
    this.#tellProgress()
  }

  get firstTokenAt(): string | null {
    return this.#firstTokenAt
  }

  readonly add = (delta: ModelDelta): void => {
    const isFirst = this.#firstTokenAt === null
    this.#firstTokenAt ??= new Date().toISOString()
    if (delta.kind === 'call') this.#begin(delta)
    else if (delta.kind === 'arguments') this.#write(delta)
    else {
      this.#tell(delta.kind, this.#said[delta.kind].length, delta.text)
      this.#said[delta.kind] += delta.text
    }
    if (isFirst || performance.now() - this.#toldAt >= PROGRESS_MS) this.#tellProgress()
  }

  /** The id of each of these Calls: the one that was told of it, if any was. */
  idsOf(calls: ProposedCall[]): string[] {
    const told = [...this.#calls]
    return calls.map(({ id }) => {
      const at = told.findIndex(({ named }) => named === id)
      return (at < 0 ? undefined : told.splice(at, 1)[0]?.id) ?? this.#deps.newId()
    })
  }

  close(): void {
    this.#unsubscribe()
  }

  #begin({ id: named, tool }: { id: string; tool: string }): void {
    const short = tool.length > NAME_CHARS ? `${tool.slice(0, NAME_CHARS)}…` : tool
    const call = { id: this.#deps.newId(), named, tool: short, text: '' }
    this.#calls.push(call)
    this.#tellCall(call, 0, '')
  }

  #write({ id, text }: { id: string; text: string }): void {
    const call = this.#calls.findLast(({ named }) => named === id)
    if (!call) return
    this.#tellCall(call, call.text.length, text)
    call.text += text
  }

  #tellAll(): void {
    for (const kind of ['reasoning', 'text'] as const)
      if (this.#said[kind] !== '') this.#tell(kind, 0, this.#said[kind])
    for (const call of this.#calls) this.#tellCall(call, 0, call.text)
    this.#tellProgress()
  }

  #tell(kind: 'text' | 'reasoning', offset: number, text: string): void {
    const { sessionId, ...answering } = this.#about
    const type = kind === 'text' ? 'text.delta' : 'reasoning.delta'
    this.#deps.bus.publish({ kind: 'delta', sessionId, type, data: { ...answering, offset, text } })
  }

  #tellCall({ id: callId, tool }: CallDraft, offset: number, text: string): void {
    const { sessionId, ...answering } = this.#about
    const data = { callId, tool, ...answering, offset, text }
    this.#deps.bus.publish({ kind: 'delta', sessionId, type: 'call.arguments.delta', data })
  }

  #tellProgress(): void {
    const { sessionId, ...answering } = this.#about
    const { text, reasoning } = this.#said
    const written = this.#calls.reduce((sum, call) => sum + call.text.length, 0)
    const data = {
      ...answering,
      ...(this.#firstTokenAt ? { firstTokenAt: this.#firstTokenAt } : {}),
      chars: { text: text.length, reasoning: reasoning.length, arguments: written },
    }
    this.#deps.bus.publish({ kind: 'progress', sessionId, data })
    this.#toldAt = performance.now()
  }
}
