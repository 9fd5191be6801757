import type { Server } from './patient-client'
import { type SeenEvent, seenEvent } from './seen'

/** Reads a session's events from `after` on, and again from the last one seen whenever the stream ends. */
export class Watch {
  readonly events: SeenEvent[] = []
  /** Called with each event that comes. */
  onEvent: () => void = () => undefined
  private readonly watchers = new Set<() => void>()
  private readonly stopping = new AbortController()
  private failure: unknown

  constructor(
    private readonly server: Server,
    private readonly path: string,
    private readonly after = 0,
  ) {
    void this.follow()
  }

  /** Resolves with the first thing that `find` makes of the events so far; rejects once `signal` fires. */
  until<T>(find: (events: SeenEvent[]) => T | undefined, signal: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (this.failure || signal.aborted) {
          this.watchers.delete(look)
          return reject(this.failure ?? signal.reason)
        }
        const found = find(this.events)
        if (found === undefined) return
        this.watchers.delete(look)
        resolve(found)
      }
      this.watchers.add(look)
      signal.addEventListener('abort', look, { once: true })
      look()
    })
  }

  stop(): void {
    this.stopping.abort()
  }

  private async follow(): Promise<void> {
    const { signal } = this.stopping
    while (!signal.aborted) {
      await this.server.up()
      try {
        await this.read()
      } catch (error) {
        // A stream that breaks off is read again from where it was; one that tells nonsense is not.
        if (!signal.aborted && error instanceof Nonsense) this.fail(error)
        if (error instanceof Nonsense) return
      }
    }
  }

  private fail(error: unknown): void {
    this.failure = error
    for (const look of this.watchers) look()
  }

  private async read(): Promise<void> {
    const last = this.events.at(-1)?.seq ?? this.after
    const response = await fetch(this.server.url + this.path, {
      headers: { authorization: `Bearer ${this.server.token}`, 'last-event-id': String(last) },
      signal: this.stopping.signal,
    })
    if (!response.ok || !response.body) throw new Nonsense(`The stream answered ${response.status}.`)
    let rest = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const frames = (rest + chunk).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) this.take(frame)
    }
  }

  private take(frame: string): void {
    const fields = new Map<string, string>()
    for (const line of frame.split('\n')) {
      const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
      if (name) fields.set(name, fields.has(name) ? `${fields.get(name)}\n${value}` : value)
    }
    const id = fields.get('id')
    if (id === undefined) return
    const expected = (this.events.at(-1)?.seq ?? this.after) + 1
    if (Number(id) !== expected)
      throw new Nonsense(`F8 the stream told event ${id} where ${expected} was next.`)
    this.events.push(seenEvent(expected, fields.get('event') ?? '', fields.get('data') ?? ''))
    this.onEvent()
    for (const look of this.watchers) look()
  }
}

/** Something that reading again does not mend. */
class Nonsense extends Error {}
