import type { Delta, Event } from '@/lib/domain/event'
import { byFrame } from './by-frame'
import { type Leadership, seekLeadership } from './leadership'
import type { LiveState } from './live-state'
import { HINT_TYPES, readDelta, readEvent } from './read-frame'
import { openSource, type Source } from './source'
import { type Follow, type Frame, openTabNotes, type TabNote } from './tab-notes'

/** What a part of the page hears. */
export type Listener = {
  /** The session that it follows. */
  follow?: () => Follow
  /** Null for an event that cannot be read. */
  onEvent?: (event: Event | null) => void
  onDelta?: (delta: Delta) => void
  /** Something has changed in some session. */
  onHint?: () => void
  onState?: (state: LiveState) => void
}

/** A leader that says nothing for so long is taken to be asleep. It says something every SPEAK_MS. */
const SILENT_MS = 25_000
const SPEAK_MS = 10_000

/**
 * All tabs of a browser share one connection, because a browser allows six to a host. One tab leads: it
 * holds the connection and tells the others what comes; when it closes another one leads from the same place.
 */
class SharedStream {
  readonly #tab = crypto.randomUUID()
  readonly #listeners = new Set<Listener>()
  readonly #follows = new Map<string, Follow[]>()
  /** The last event of each session that any tab has heard. */
  readonly #heard = new Map<string, number>()
  readonly #notes = openTabNotes(note => this.#hear(note))
  readonly #leadership: Leadership
  #source: Source | null = null
  #state: LiveState = 'connecting'
  #heardAt = Date.now()
  // All that has come since the last frame is told in one task, and drawn at once.
  readonly #tellSoon = byFrame<Frame>(frames => {
    for (const frame of frames) this.#tell(frame)
  })

  constructor() {
    this.#leadership = seekLeadership(
      () => this.#lead(),
      () => this.#stand(),
    )
    setInterval(() => this.#beat(), SPEAK_MS)
    addEventListener('pagehide', () => this.#leave())
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  }

  /** Hears what comes until it leaves; the state at once. */
  join(listener: Listener): { again: () => void; leave: () => void } {
    this.#listeners.add(listener)
    listener.onState?.(this.#state)
    this.#tellFollows()
    return {
      again: () => this.#say({ kind: 'again' }),
      leave: () => {
        this.#listeners.delete(listener)
        this.#tellFollows()
      },
    }
  }

  #lead(): void {
    this.#source?.close()
    this.#follows.clear()
    this.#follows.set(this.#tab, this.#own())
    this.#source = openSource({
      follows: () => this.#all(),
      onFrame: frame => this.#say({ kind: 'frame', frame }),
      onState: state => this.#say({ kind: 'state', state }),
    })
    this.#notes.post({ kind: 'who' })
  }

  #stand(): void {
    this.#source?.close()
    this.#source = null
  }

  #leave(): void {
    this.#notes.post({ kind: 'follows', tab: this.#tab, follows: [] })
    this.#stand()
    this.#leadership.close()
    this.#notes.close()
  }

  /** The leader says that it is there; who has heard nothing for long takes its place. */
  #beat(): void {
    if (this.#leadership.isLeader()) this.#notes.post({ kind: 'state', state: this.#state })
    else if (Date.now() - this.#heardAt > SILENT_MS && document.visibilityState === 'visible')
      this.#leadership.take()
  }

  #say(note: TabNote): void {
    this.#notes.post(note)
    this.#hear(note)
  }

  #own = (): Follow[] => [...this.#listeners].flatMap(({ follow }) => follow?.() ?? [])

  #tellFollows(): void {
    this.#say({ kind: 'follows', tab: this.#tab, follows: this.#own() })
  }

  #hear(note: TabNote): void {
    this.#heardAt = Date.now()
    switch (note.kind) {
      case 'frame':
        this.#tellSoon(note.frame)
        return
      case 'state':
        this.#turn(note.state)
        return
      case 'follows':
        this.#take(note.tab, note.follows)
        this.#welcome(note.tab)
        return
      case 'again':
        this.#source?.reopen()
        return
      case 'who':
        this.#tellFollows()
        return
      default:
        note satisfies never
    }
  }

  #tell(frame: Frame): void {
    const listeners = [...this.#listeners]
    const delta = readDelta(frame)
    if (HINT_TYPES.includes(frame.type)) for (const { onHint } of listeners) onHint?.()
    else if (delta) for (const { onDelta } of listeners) onDelta?.(delta)
    else {
      const event = readEvent(frame)
      if (event) this.#heard.set(event.sessionId, event.seq)
      for (const { onEvent } of listeners) onEvent?.(event)
    }
  }

  #turn(state: LiveState): void {
    if (state === this.#state) return
    this.#state = state
    for (const { onState } of [...this.#listeners]) onState?.(state)
  }

  /** Who has come just now looks at what it missed on its way once it knows that it is told of what follows. */
  #welcome(tab: string): void {
    if (tab !== this.#tab && this.#leadership.isLeader())
      this.#notes.post({ kind: 'state', state: this.#state })
  }

  /** What is no longer followed is let go of when something else is. */
  #take(tab: string, follows: Follow[]): void {
    if (!this.#source) return
    const before = this.#all().map(({ sessionId }) => sessionId)
    if (follows.length > 0) this.#follows.set(tab, follows)
    else this.#follows.delete(tab)
    if (this.#all().some(({ sessionId }) => !before.includes(sessionId))) this.#source.reopen()
  }

  /** Each session once, from the last event that was heard of it. */
  #all(): Follow[] {
    const all = new Map([...this.#follows.values()].flat().map(({ sessionId, after }) => [sessionId, after]))
    return [...all].map(([sessionId, after]) => ({
      sessionId,
      after: Math.max(after, this.#heard.get(sessionId) ?? 0),
    }))
  }
}

let shared: SharedStream | undefined

/** The stream of this tab's page, begun when somebody first listens. */
export function listen(listener: Listener): { again: () => void; leave: () => void } {
  shared ??= new SharedStream()
  return shared.join(listener)
}
