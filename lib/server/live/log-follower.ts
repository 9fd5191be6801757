import { setTimeout as sleep } from 'node:timers/promises'
import type { SseConnection } from './sse-connection'

/** What comes after a place. `later`: there is news that cannot be read yet; `gone`: there will be none. */
export type Page<P> = { frames: Framed<P>[]; next: 'end' | 'more' | 'later' | 'gone' }
/**
 * Its bytes are made for whoever takes them: they may be megabytes, and who does not keep up takes none now.
 * `named`: the same under a name that listeners by name know, where its own is not among them.
 */
export type Framed<P> = { position: P; bytes: () => Uint8Array; named?: () => Uint8Array }

export type LogSource<P> = {
  read: (after: P) => Promise<Page<P>>
  /** Negative where `one` comes first. */
  compare: (one: P, other: P) => number
  /** Whether nothing can come between, where that can be known. */
  follows?: (next: P, last: P) => boolean
  log: (message: string, error: unknown) => void
}

/** What an outlet does not get, and whether it listens by name. */
type Filter<P> = { skips?: (position: P) => boolean; byName?: true }
type Reader<P> = Filter<P> & { connection: SseConnection; position: P }

/** How long to wait before looking again for what could not be read. */
const SOON_MS = 10
const LATEST_MS = 1_000

/**
 * One reading along a growing list, shared by everybody who has caught up with it: whatever their number,
 * news is read once. Who comes with a place of its own reads alone until it is level.
 */
export class LogFollower<P> {
  readonly #level = new Set<Reader<P>>()
  #joining = 0
  #position: P | undefined
  #news = 0
  #reading = false
  #pause = SOON_MS
  #again: NodeJS.Timeout | undefined

  constructor(private readonly source: LogSource<P>) {}

  get isIdle(): boolean {
    return this.#level.size + this.#joining === 0
  }

  /** Resolves once the outlet has everything up to now, and gets what follows; or is closed. */
  async join(connection: SseConnection, from: P, filter: Filter<P> = {}): Promise<void> {
    const reader = { ...filter, connection, position: from }
    connection.closed.addEventListener('abort', () => this.#leave(reader), { once: true })
    await this.#alone(reader)
  }

  async #alone(reader: Reader<P>): Promise<void> {
    this.#joining += 1
    try {
      await this.#catchUp(reader)
    } catch (error) {
      this.#fail(reader, error)
    } finally {
      this.#joining -= 1
    }
  }

  async #catchUp(reader: Reader<P>): Promise<void> {
    const { connection } = reader
    let wait = SOON_MS
    while (!connection.closed.aborted) {
      const batch = this.#news
      const page = await this.#page(reader.position)
      if (page === null) {
        await sleep(wait, undefined, { signal: connection.closed }).catch(() => undefined)
        wait = Math.min(wait * 2, LATEST_MS)
        continue
      }
      for (const framed of page.frames) {
        await connection.room()
        give(reader, framed)
      }
      if (page.next === 'gone') connection.close()
      if (page.next === 'more' || connection.closed.aborted || !this.#isLevel(reader)) continue
      this.#level.add(reader)
      if (page.next === 'later' || batch !== this.#news) void this.#readOn()
      return
    }
  }

  /** Where nobody reads along, the shared reading goes on from here. */
  #isLevel(reader: Reader<P>): boolean {
    if (this.#level.size === 0 || this.#position === undefined) this.#position = reader.position
    return this.source.compare(reader.position, this.#position) >= 0
  }

  #leave(reader: Reader<P>): void {
    this.#level.delete(reader)
    if (this.#level.size === 0) clearTimeout(this.#again)
  }

  /**
   * There may be something new. Where it is at hand, as it would be read, and is the next there is, it need not
   * be read; but whoever is joining may have read before it came, and hears that there was news.
   */
  wake(atHand: () => Framed<P>[] = () => []): void {
    this.#news += 1
    const isAtRest = !this.#reading && this.#level.size > 0
    if (isAtRest && this.#give(atHand())) return
    void this.#readOn()
  }

  /** False where something is missing before it. */
  #give(frames: Framed<P>[]): boolean {
    const [first] = frames
    if (!first || this.#position === undefined || !this.source.follows?.(first.position, this.#position))
      return false
    this.#giveAll(frames)
    return true
  }

  #giveAll(frames: Framed<P>[]): void {
    const last = frames.at(-1)
    if (!last) return
    for (const framed of frames.map(lazy))
      for (const reader of [...this.#level])
        if (this.source.compare(framed.position, reader.position) > 0) this.#giveOrPart(reader, framed)
    this.#position = last.position
    this.#pause = SOON_MS
  }

  /** Something for everybody that has no place in the list. */
  send(bytes: Uint8Array): void {
    for (const reader of [...this.#level])
      this.#orFail(reader, ({ connection }) => {
        if (!connection.isFull()) connection.push(bytes)
      })
  }

  async #readOn(): Promise<void> {
    if (this.#reading) return
    this.#reading = true
    clearTimeout(this.#again)
    let unread = false
    let batch: number
    try {
      do {
        batch = this.#news
        unread = await this.#readPage()
      } while (this.#level.size > 0 && batch !== this.#news)
    } catch (error) {
      this.source.log('Events could not be told', error)
      unread = true
    } finally {
      this.#reading = false
    }
    if (unread && this.#level.size > 0) this.#lookAgain()
  }

  /** True where something was left that cannot be read yet. */
  async #readPage(): Promise<boolean> {
    if (this.#position === undefined || this.#level.size === 0) return false
    const page = await this.#page(this.#position)
    if (page === null) return true
    this.#giveAll(page.frames)
    if (page.next === 'more') this.#news += 1
    if (page.next === 'gone') for (const { connection } of [...this.#level]) connection.close()
    return page.next === 'later'
  }

  /** One that does not keep up reads alone again, at its own pace. */
  #giveOrPart(reader: Reader<P>, framed: Framed<P>): void {
    if (!this.#level.has(reader)) return
    if (reader.connection.isFull()) {
      this.#level.delete(reader)
      void this.#alone(reader)
    } else this.#orFail(reader, () => give(reader, framed))
  }

  /** One that cannot be told anything is let go of: the others are told all the same. */
  #orFail(reader: Reader<P>, tell: (reader: Reader<P>) => void): void {
    try {
      tell(reader)
    } catch (error) {
      this.#fail(reader, error)
    }
  }

  #fail(reader: Reader<P>, error: unknown): void {
    this.source.log('A stream could not be told its events', error)
    this.#leave(reader)
    reader.connection.close()
  }

  #lookAgain(): void {
    clearTimeout(this.#again)
    this.#again = setTimeout(() => void this.#readOn(), this.#pause)
    this.#pause = Math.min(this.#pause * 2, LATEST_MS)
  }

  /** Null where it could not be read; that is logged here. */
  async #page(after: P): Promise<Page<P> | null> {
    try {
      return await this.source.read(after)
    } catch (error) {
      this.source.log('Events could not be read', error)
      return null
    }
  }
}

function give<P>(reader: Reader<P>, { position, bytes, named }: Framed<P>): void {
  const make = (reader.byName && named) || bytes
  if (!reader.skips?.(position)) reader.connection.push(make())
  reader.position = position
}

/** For all who take it. */
const lazy = <P>({ position, bytes, named }: Framed<P>): Framed<P> => ({
  position,
  bytes: once(bytes),
  ...(named ? { named: once(named) } : {}),
})

function once<T>(make: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}
