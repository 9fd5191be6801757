import { setTimeout as delay } from 'node:timers/promises'
import type { ExecutingCall } from '@/lib/domain/call/call'
import { keepLastOutput } from '@/lib/store/call/last-output'
import { storable } from '@/lib/text/json/json-value'
import type { Deps } from '../process/deps'
import { errorFields } from '../process/error-fields'
import { MaskStream } from '../write/mask-stream'

const KEPT_CHARS = 2_000
const PAUSE_MS = 1_000

/**
 * What a Call gives while it runs, masked. People who watch are told at once; the end of it is kept in the database, for
 * whoever is asked about the Call where nobody saw its end.
 */
export class CallOutput {
  readonly #deps: Deps
  readonly #call: ExecutingCall
  readonly #masked: MaskStream
  #offset = 0
  #last = ''
  #isKept = true
  #isKeeping = false
  #isOver = false

  constructor(deps: Deps, call: ExecutingCall) {
    this.#deps = deps
    this.#call = call
    const { sessionId } = call
    this.#masked = new MaskStream(deps, { sessionId, onText: text => this.#tell(text) })
  }

  add(text: string): void {
    if (/\S/.test(text)) this.#deps.renewals.progressed(this.#call.sessionId)
    this.#masked.add(text)
  }

  /** Nothing follows: how it ended is told by its Result. */
  end(): void {
    this.#masked.end()
    this.#isOver = true
  }

  #tell(text: string): void {
    const { id: callId, sessionId } = this.#call
    const data = { callId, offset: this.#offset, text }
    this.#deps.bus.publish({ kind: 'delta', sessionId, type: 'call.output.delta', data })
    this.#offset += text.length
    this.#last = (this.#last + text).slice(-KEPT_CHARS)
    this.#isKept = false
    if (!this.#isKeeping) void this.#keep()
  }

  async #keep(): Promise<void> {
    this.#isKeeping = true
    while (!this.#isKept && !this.#isOver) {
      this.#isKept = true
      const { id: callId, sessionId, epoch } = this.#call
      const { sql, log } = this.#deps
      // Nothing waits for it: the Call goes on where it cannot be kept.
      await keepLastOutput(sql, { callId, epoch, text: storable(this.#last) }).catch(error =>
        log('warn', 'The output of a call cannot be kept', { sessionId, callId, ...errorFields(error) }),
      )
      await delay(PAUSE_MS, undefined, { ref: false })
    }
    this.#isKeeping = false
  }
}
