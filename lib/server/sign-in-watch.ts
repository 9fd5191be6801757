import type { Log } from '@/lib/agent/process/deps'
import { errorFields } from '@/lib/agent/process/error-fields'

/** How often it is looked whether browsers with an open stream are still signed in: another server may have changed it. */
const LOOK_MS = 5_000

type Options = {
  /** Of these hashes of cookies those that are still good; says that they were seen. */
  stillGood: (hashes: string[]) => Promise<string[]>
  log: Log
}

/** Ends what a browser has open once it is signed out: whatever else it asks for is guarded when it asks. */
export class SignInWatch {
  readonly #open = new Map<string, Set<AbortController>>()
  readonly #looking = setInterval(() => void this.check(), LOOK_MS).unref()

  constructor(private readonly options: Options) {}

  /**
   * A request that came with the cookie of this hash, while it is answered and the answer is read. `signal` aborts when
   * the client has gone, and when the browser is no longer signed in; `signedOut` in the second case only.
   */
  open(hash: string, request: AbortSignal) {
    const over = new AbortController()
    const open = this.#open.get(hash) ?? new Set()
    this.#open.set(hash, open.add(over))
    const forget = (): void => {
      open.delete(over)
      if (open.size === 0 && this.#open.get(hash) === open) this.#open.delete(hash)
    }
    const signal = AbortSignal.any([request, over.signal])
    signal.addEventListener('abort', forget, { once: true })
    if (signal.aborted) forget()
    return { signal, signedOut: over.signal, forget }
  }

  /** Looks now. Where the database cannot be asked, the next look decides. */
  async check(): Promise<void> {
    const hashes = [...this.#open.keys()]
    if (hashes.length === 0) return
    try {
      const good = new Set(await this.options.stillGood(hashes))
      const requests = hashes.flatMap(hash => (good.has(hash) ? [] : [...(this.#open.get(hash) ?? [])]))
      for (const over of requests) over.abort()
    } catch (error) {
      this.options.log('warn', 'It was not seen who is still signed in', errorFields(error))
    }
  }

  close(): void {
    clearInterval(this.#looking)
  }
}
