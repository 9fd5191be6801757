import { randomUUID } from 'node:crypto'
import type { Bus, BusMessage } from '@/lib/agent/process/bus'
import type { Author } from '@/lib/domain/contract/person-item'
import { frame, type SseConnection } from './sse-connection'

/** A stream of a session and whose it is. `last`: the data that it was sent last, in JSON. */
type Viewer = { sessionId: string; person: Author; connection: SseConnection; last: string }

/** So many names fit into one note. */
const MOST_PEOPLE = 10

/** Who comes back within this time has not left: a page opens a new stream whenever it follows other sessions. */
const LEAVE_MS = 2_000

/** A process that was not heard of for so long is gone, and with it those it told of: three heartbeats. */
const FORGET_MS = 45_000

/**
 * Who has which session open. Each process tells all others about its own people, and its streams who else is there.
 * Nothing of it is stored.
 */
export class Presence {
  /** Once its process ends, it tells nothing more. */
  isClosed = false
  readonly #process = randomUUID()
  readonly #viewers = new Set<Viewer>()
  /** What processes told of each session, and when. */
  readonly #notes = new Map<string, Map<string, { people: Author[]; at: number }>>()

  constructor(readonly bus: Pick<Bus, 'publish'>) {}

  join(viewer: Viewer): void {
    const { sessionId, connection } = viewer
    if (connection.closed.aborted) return
    this.#viewers.add(viewer)
    const leave = (): void => {
      this.#viewers.delete(viewer)
      setTimeout(() => this.#report(sessionId), LEAVE_MS).unref()
    }
    connection.closed.addEventListener('abort', leave, { once: true })
    this.#report(sessionId)
  }

  receive({ sessionId, process, people }: Extract<BusMessage, { kind: 'presence' }>): void {
    const notes = this.#notes.get(sessionId) ?? new Map()
    this.#notes.set(sessionId, notes.set(process, { people, at: performance.now() }))
    this.#tell(sessionId)
  }

  /** Whoever is not alone is told again: a tab may have joined the stream of another one. */
  beat(): void {
    for (const sessionId of new Set([...this.#viewers].map(viewer => viewer.sessionId)))
      this.#report(sessionId)
    for (const viewer of this.#viewers) if (viewer.last !== '[]') viewer.last = ''
    const before = performance.now() - FORGET_MS
    for (const [sessionId, notes] of this.#notes) {
      for (const [process, { people, at }] of notes)
        if (people.length === 0 || at < before) notes.delete(process)
      if (notes.size === 0) this.#notes.delete(sessionId)
      this.#tell(sessionId)
    }
  }

  #report(sessionId: string): void {
    if (this.isClosed) return
    const own = [...this.#viewers].filter(viewer => viewer.sessionId === sessionId)
    const people = eachOnce(own.map(({ person }) => person)).slice(0, MOST_PEOPLE)
    this.bus.publish({ kind: 'presence', sessionId, process: this.#process, people })
  }

  #tell(sessionId: string): void {
    const notes = this.#notes.get(sessionId)?.values() ?? []
    const people = eachOnce([...notes].flatMap(note => note.people))
    for (const viewer of this.#viewers) {
      if (viewer.sessionId !== sessionId || viewer.connection.isFull()) continue
      const others = people.filter(({ id }) => id !== viewer.person.id)
      const data = JSON.stringify(others)
      if (data === viewer.last) continue
      viewer.last = data
      viewer.connection.push(frame({ event: 'presence', data: { sessionId, people: others } }))
    }
  }
}

const eachOnce = (people: Author[]): Author[] => [
  ...new Map(people.map(person => [person.id, person])).values(),
]
