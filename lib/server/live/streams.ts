import type { Bus, BusMessage } from '@/lib/agent/process/bus'
import type { Author } from '@/lib/domain/contract/person-item'
import type { Fact, PassingType } from '@/lib/domain/session/event'
import { tellEach } from '@/lib/domain/tell-each'
import type { Database } from '@/lib/store/connection/database'
import type { Sql } from '@/lib/store/connection/sql'
import { endOfEvents, isBeyondLog, type Position } from '@/lib/store/record/event'
import { findSession } from '@/lib/store/session/session'
import { type Framed, LogFollower } from './log-follower'
import { Presence } from './presence'
import { allEvents, BEGINNING, decodeCursor, encodeCursor, framesOf, sessionEvents } from './sources'
import { frame, HEARTBEAT, opening, openSseConnection, type SseConnection } from './sse-connection'

type Deps = {
  db: Database
  sql: Sql
  bus: Bus
  databaseId: string
  log: (message: string, error: unknown) => void
}

type Stream = ReadableStream<Uint8Array>

/** A session, and the sequence number after which its Events are wanted. */
export type Followed = { sessionId: string; after: number }

/** Whose a stream is, and until when it is wanted. */
type Reader = { person: Author; signal: AbortSignal }
type SessionReader = Reader & { sessionId: string; after: number | undefined }
type AllReader = Omit<Reader, 'person'> & { after: string | undefined; deltas: string[] }

/** Changes anywhere are hinted at once for all that come within so long. */
const HINT_MS = 200

/** Heartbeats keep connections open at this pace; and it is looked whether a note was lost. */
const BEAT_MS = 15_000

const HINT = frame({ event: 'sessions.changed', data: {} })

/** The server-sent events of one process. A stream ends when its signal aborts, or the process does. */
export class Streams {
  readonly #deps: Deps
  readonly #everything: LogFollower<Position>
  readonly #sessions = new Map<string, LogFollower<number>>()
  readonly #outlets = new Set<SseConnection>()
  /** Streams of all sessions that also want the text on its way of some. */
  readonly #listening = new Map<SseConnection, ReadonlySet<string>>()
  /** Streams that are told that something has changed in some session. */
  readonly #hinted = new Set<SseConnection>()
  readonly #untold: (() => void)[] = []
  readonly #presence: Presence
  #hinting: NodeJS.Timeout | undefined
  readonly #unsubscribe: (() => void)[]
  readonly #beating: NodeJS.Timeout
  #isClosed = false

  constructor(deps: Deps) {
    this.#deps = deps
    this.#everything = new LogFollower(allEvents(deps))
    this.#presence = new Presence(deps.bus)
    this.#unsubscribe = [
      deps.bus.subscribe((note, facts) => this.#later(() => this.#hear(note, facts))),
      deps.bus.onGap(() => this.#wakeAll()),
    ]
    this.#beating = setInterval(() => this.#beat(), BEAT_MS).unref()
  }

  get open(): number {
    return this.#outlets.size
  }

  /** Events of a session after a sequence number, else from now on, and the text on its way. */
  async session({
    sessionId,
    after,
    signal,
    person,
  }: SessionReader): Promise<Stream | 'no_session' | 'bad_cursor'> {
    const row = await findSession(this.#deps.db, { id: sessionId })
    if (!row) return 'no_session'
    if (after !== undefined && after > row.seq) return 'bad_cursor'
    const connection = this.#open(signal, after === undefined ? String(row.seq) : undefined)
    this.#presence.join({ sessionId, person, connection, last: '[]' })
    void this.#tailOf(sessionId)
      .join(connection, after ?? row.seq)
      .then(() => this.#askForDraft(connection, sessionId))
      .catch(this.#report)
    return connection.stream
  }

  /** Events of all sessions after a cursor, else from now on; and the text on its way of some of them. */
  async all({ after, deltas, signal }: AllReader): Promise<Stream | 'bad_cursor'> {
    const { sql, databaseId } = this.#deps
    const now = after === undefined ? await endOfEvents(sql) : null
    const from = now ? now.position : await positionOf(this.#deps, after ?? '')
    if (!from) return 'bad_cursor'
    const connection = this.#open(signal, now ? encodeCursor(databaseId, from) : undefined)
    const skips = ({ id }: Position): boolean => now?.ids.has(id) ?? false
    void this.#everything.join(connection, from, { skips }).then(() => {
      if (deltas.length > 0 && !connection.closed.aborted) this.#listening.set(connection, new Set(deltas))
      for (const sessionId of deltas) this.#askForDraft(connection, sessionId)
    })
    return connection.stream
  }

  /**
   * Events of some sessions on one connection, the text on their way, and a hint when any session has changed.
   * Each goes on by its own sequence numbers, so that no open transaction anywhere holds them up.
   */
  async live({ signal, follow, person }: Reader & { follow: Followed[] }): Promise<Stream> {
    const connection = this.#open(signal, undefined)
    if (!connection.closed.aborted) this.#hinted.add(connection)
    for (const { sessionId, after } of follow) {
      const deleted = frame({ event: 'session.deleted', data: { sessionId } })
      const part = partOf(connection, () => connection.push(deleted))
      // A page is also told that nobody is there any more: it may know of somebody who left while it had no stream.
      this.#presence.join({ sessionId, person, connection: part, last: '' })
      void this.#tailOf(sessionId)
        .join(part, after, { byName: true })
        .then(() => this.#askForDraft(part, sessionId))
        .catch(this.#report)
    }
    return connection.stream
  }

  #tailOf(sessionId: string): LogFollower<number> {
    const tail = this.#sessions.get(sessionId) ?? new LogFollower(sessionEvents(this.#deps, sessionId))
    this.#sessions.set(sessionId, tail)
    return tail
  }

  /** Ends all streams, and every one that is opened later. */
  close(): void {
    this.#isClosed = true
    this.#presence.isClosed = true
    clearInterval(this.#beating)
    clearTimeout(this.#hinting)
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    for (const connection of [...this.#outlets]) connection.close()
  }

  #open(signal: AbortSignal, id: string | undefined): SseConnection {
    const connection = openSseConnection(signal)
    this.#outlets.add(connection)
    const forget = (): void => {
      this.#outlets.delete(connection)
      this.#listening.delete(connection)
      this.#hinted.delete(connection)
    }
    connection.closed.addEventListener('abort', forget, { once: true })
    connection.push(opening(id))
    if (this.#isClosed) connection.close()
    if (connection.closed.aborted) forget()
    return connection
  }

  /** Whoever streams an answer tells what there is of it already. */
  #askForDraft(connection: SseConnection, sessionId: string): void {
    if (!connection.closed.aborted) this.#deps.bus.publish({ kind: 'draft', sessionId })
  }

  /** What follows from a fact begins before anybody is told of it. Whatever is told keeps its order. */
  #later(tell: () => void): void {
    this.#untold.push(tell)
    if (this.#untold.length > 1) return
    setImmediate(() => {
      tellEach({ listeners: this.#untold.splice(0), report: this.#report })
    })
  }

  #hear(note: BusMessage, facts: Fact[]): void {
    if (note.kind === 'events') {
      this.#everything.wake()
      this.#sessions.get(note.sessionId)?.wake(() => this.#atHand(note.sessionId, facts))
      this.#hint()
    }
    if (note.kind === 'delta') this.#tell(note.type, note)
    if (note.kind === 'progress') this.#tell('request.progress', note)
    if (note.kind === 'presence') this.#presence.receive(note)
  }

  /** They are committed already: whatever is wrong with telling them so, the rows can be read. */
  #atHand(sessionId: string, facts: Fact[]): Framed<number>[] {
    try {
      return framesOf(sessionId, facts)
    } catch (error) {
      this.#deps.log('Facts could not be told as they were committed', error)
      return []
    }
  }

  /** What passes by: whoever is not there, or has too much before it, does without. */
  #tell(event: PassingType, { sessionId, data }: { sessionId: string; data: object }): void {
    const bytes = frame({ event, data: { sessionId, ...data } })
    this.#sessions.get(sessionId)?.send(bytes)
    const listening = [...this.#listening].filter(([, ids]) => ids.has(sessionId))
    this.#pushTo(
      listening.map(([connection]) => connection),
      bytes,
    )
  }

  /** Lists are read anew by it. */
  #hint(): void {
    if (this.#hinted.size === 0) return
    this.#hinting ??= setTimeout(() => {
      this.#hinting = undefined
      this.#pushTo(this.#hinted, HINT)
    }, HINT_MS)
  }

  /** Who has too much before it does without. */
  #pushTo(connections: Iterable<SseConnection>, bytes: Uint8Array): void {
    const pushes = [...connections].map(connection => () => {
      if (!connection.isFull()) connection.push(bytes)
    })
    tellEach({ listeners: pushes, report: this.#report })
  }

  readonly #report = (error: unknown): void => this.#deps.log('A stream failed', error)

  #beat(): void {
    this.#pushTo(this.#outlets, HEARTBEAT)
    this.#presence.beat()
    for (const [sessionId, tail] of this.#sessions) if (tail.isIdle) this.#sessions.delete(sessionId)
    this.#wakeAll()
  }

  #wakeAll(): void {
    this.#everything.wake()
    for (const tail of this.#sessions.values()) tail.wake()
  }
}

/** Null for what is no place in this database. `0` is before everything. */
async function positionOf({ sql, databaseId }: Deps, after: string): Promise<Position | null> {
  const position = after === '0' ? BEGINNING : decodeCursor(databaseId, after)
  return position && !(await isBeyondLog(sql, position)) ? position : null
}

/** A way out that shares another one's stream. Where it is closed the others go on; `onClose` says so to the client. */
function partOf(whole: SseConnection, onClose: () => void): SseConnection {
  const ended = new AbortController()
  const closed = AbortSignal.any([whole.closed, ended.signal])
  return {
    ...whole,
    push: bytes => {
      if (!closed.aborted) whole.push(bytes)
    },
    close: () => {
      if (closed.aborted) return
      ended.abort()
      onClose()
    },
    closed,
  }
}
