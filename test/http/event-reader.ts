import * as z from 'zod'
import { PATIENCE_MS } from '../timeouts'

/** An event as it came over a stream. */
export type ReadEvent = { id: string | undefined; type: string; data: Record<string, unknown> }

const Data = z.record(z.string(), z.unknown())

/** Reads a stream of server-sent events as a browser does: comments and blocks without data are no events. A heartbeat is none of ours. */
export class EventReader {
  readonly events: ReadEvent[] = []
  /** The last id that was told, also where no event came with it. */
  lastId: string | undefined
  ended = false
  /** Why it broke off, where it did not just end. */
  broken: unknown
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  #news = Promise.withResolvers<void>()

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader()
    void this.#follow()
  }

  get types(): string[] {
    return this.events.map(event => event.type)
  }

  /** The durable events: those with an id. */
  get facts(): ReadEvent[] {
    return this.events.filter(event => event.id !== undefined)
  }

  /** Resolves with the first thing that `find` makes of what has come; fails the test when it takes too long. */
  async until<T>(what: string, find: (events: ReadEvent[]) => T | undefined | false): Promise<T> {
    const deadline = AbortSignal.timeout(PATIENCE_MS)
    for (;;) {
      const found = find(this.events)
      if (found !== undefined && found !== false) return found
      if (this.ended || deadline.aborted)
        throw new Error(`Not seen: ${what}. Seen: ${this.types.join(', ')}${this.ended ? ', the end' : ''}`)
      const late = Promise.withResolvers<void>()
      deadline.addEventListener('abort', () => late.resolve(), { once: true })
      await Promise.race([this.#news.promise, late.promise])
    }
  }

  /** Resolves when the stream has ended. */
  async end(): Promise<void> {
    while (!this.ended) await this.#news.promise
  }

  async close(): Promise<void> {
    await this.#reader.cancel()
  }

  async #follow(): Promise<void> {
    const decoder = new TextDecoder()
    let rest = ''
    try {
      for (;;) {
        const { done, value } = await this.#reader.read()
        if (done) break
        const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) this.#take(block)
        this.#ring()
      }
    } catch (error) {
      this.broken = error
    }
    this.ended = true
    this.#ring()
  }

  #ring(): void {
    this.#news.resolve()
    this.#news = Promise.withResolvers()
  }

  #take(block: string): void {
    const fields = new Map(
      block.split('\n').flatMap(line => {
        const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
        return name === undefined ? [] : [[name, value ?? ''] as const]
      }),
    )
    const id = fields.get('id')
    if (id !== undefined) this.lastId = id
    const data = fields.get('data')
    if (data === undefined || fields.get('event') === 'heartbeat') return
    this.events.push({ id, type: fields.get('event') ?? 'message', data: Data.parse(JSON.parse(data)) })
  }
}
