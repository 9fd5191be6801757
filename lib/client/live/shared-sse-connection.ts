import { newKey } from '@/lib/client/api/fetch-api'
import type { Delta, Present, StreamEvent } from '@/lib/domain/session/event'
import { tellEach } from '@/lib/domain/tell-each'
import { type EventSourceHandle, openSource } from './event-source'
import type { Leadership } from './leader-votes'
import { seekLeadership } from './leadership'
import { HINT_TYPES, PRESENCE, readDelta, readEvent } from './read-frame'
import { type Follow, type Frame, type LiveState, openTabChannel, type TabMessage } from './tab-channel'

/** Items wait no longer than this, since a visible page may be painted late or never. */
const LATEST_MS = 100

/**
 * Passes items on once a frame, so that a slow machine gets more at a time. A hidden page paints no frames: it gets each
 * batch in the next task.
 */
function batchPerFrame<T>(take: (items: T[]) => void): (item: T) => void {
  const soon = new MessageChannel()
  let batch: T[] = []
  const flush = (): void => {
    const items = batch
    batch = []
    if (items.length > 0) take(items)
  }
  const schedule = (): void => {
    if (document.visibilityState === 'hidden') {
      soon.port2.postMessage(null)
      return
    }
    requestAnimationFrame(flush)
    setTimeout(flush, LATEST_MS)
  }
  soon.port1.onmessage = flush
  document.addEventListener('visibilitychange', schedule)
  return item => {
    batch.push(item)
    if (batch.length === 1) schedule()
  }
}

/** What a part of the page listens for. */
type Listener = {
  /** The session that it follows. */
  follow?: () => Follow
  /** Null for an event that cannot be read. */
  onEvent?: (event: StreamEvent | null) => void
  onDelta?: (delta: Delta) => void
  onPresence?: (present: Present & { sessionId: string }) => void
  /** Something has changed in a session. */
  onHint?: () => void
  onState?: (state: LiveState) => void
}

/** A leader that has been silent for so long counts as suspended: a heartbeat is due every BEAT_MS. */
const SILENT_MS = 25_000
const BEAT_MS = 10_000

/** How long the sessions of all tabs stay the same before the connection follows them. */
const SETTLE_MS = 50

const idsOf = (follows: Follow[]): string =>
  follows
    .map(({ sessionId }) => sessionId)
    .sort()
    .join()

/**
 * All tabs of a browser share one connection, because a browser allows six to a host. One tab leads: it holds the
 * connection and passes on what arrives; when it closes, another one takes over from the same place.
 */
class SharedStream {
  readonly #tab = newKey()
  readonly #listeners = new Set<Listener>()
  readonly #follows = new Map<string, Follow[]>()
  /** The last event of each session. */
  readonly #lastSeqs = new Map<string, number>()
  readonly #channel = openTabChannel(message => this.#receive(message))
  readonly #leadership: Leadership
  #source: EventSourceHandle | null = null
  /** The sessions that the connection was opened with. */
  #followed = ''
  #settling: ReturnType<typeof setTimeout> | undefined
  #state: LiveState = 'connecting'
  #receivedAt = Date.now()
  // What has arrived since the last frame is dispatched in one task, and rendered together.
  readonly #dispatchSoon = batchPerFrame<Frame>(frames => {
    for (const frame of frames) this.#dispatch(frame)
  })

  constructor() {
    this.#leadership = seekLeadership({ onLead: () => this.#lead(), onLost: () => this.#stop() })
    setInterval(() => this.#beat(), BEAT_MS)
    addEventListener('pagehide', () => this.#leave())
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  }

  /** The listener gets the state at once, and what arrives until it leaves. */
  join(listener: Listener): { again: () => void; leave: () => void } {
    this.#listeners.add(listener)
    listener.onState?.(this.#state)
    this.#postFollows()
    return {
      again: () => this.#send({ kind: 'again' }),
      leave: () => {
        this.#listeners.delete(listener)
        this.#postFollows()
      },
    }
  }

  #lead(): void {
    this.#source?.close()
    this.#follows.clear()
    this.#follows.set(this.#tab, this.#own())
    this.#source = openSource({
      follows: () => {
        const follows = this.#all()
        this.#followed = idsOf(follows)
        return follows
      },
      onFrame: frame => this.#send({ kind: 'frame', frame }),
      onState: state => {
        // No hint is given again: one may have been lost between the last connection and this one.
        if (state === 'live' && this.#state === 'live')
          for (const type of HINT_TYPES) this.#send({ kind: 'frame', frame: { type, data: '{}' } })
        this.#send({ kind: 'state', state })
      },
    })
    this.#channel.post({ kind: 'who' })
  }

  #stop(): void {
    this.#source?.close()
    this.#source = null
  }

  #leave(): void {
    this.#channel.post({ kind: 'follows', tab: this.#tab, follows: [] })
    this.#stop()
    this.#leadership.close()
    this.#channel.close()
  }

  /** The leader sends a heartbeat; a tab that has not had one for long takes its place. */
  #beat(): void {
    if (this.#leadership.isLeader()) this.#channel.post({ kind: 'state', state: this.#state })
    else if (Date.now() - this.#receivedAt > SILENT_MS && document.visibilityState === 'visible')
      this.#leadership.take()
  }

  #send(message: TabMessage): void {
    this.#channel.post(message)
    this.#receive(message)
  }

  #own = (): Follow[] => [...this.#listeners].flatMap(({ follow }) => follow?.() ?? [])

  #postFollows(): void {
    this.#send({ kind: 'follows', tab: this.#tab, follows: this.#own() })
  }

  #receive(message: TabMessage): void {
    this.#receivedAt = Date.now()
    switch (message.kind) {
      case 'frame':
        this.#dispatchSoon(message.frame)
        return
      case 'state':
        this.#turn(message.state)
        return
      case 'follows':
        this.#setFollows(message.tab, message.follows)
        this.#welcome(message.tab)
        return
      case 'again':
        this.#source?.reopen()
        return
      case 'who':
        this.#postFollows()
        return
      default:
        message satisfies never
    }
  }

  #dispatch(frame: Frame): void {
    const delta = readDelta(frame)
    if (HINT_TYPES.includes(frame.type)) this.#tellAll(({ onHint }) => onHint?.())
    else if (frame.type === PRESENCE) this.#tellAll(({ onPresence }) => onPresence?.(JSON.parse(frame.data)))
    else if (delta) this.#tellAll(({ onDelta }) => onDelta?.(delta))
    else {
      const event = readEvent(frame)
      if (event) this.#lastSeqs.set(event.sessionId, event.seq)
      this.#tellAll(({ onEvent }) => onEvent?.(event))
    }
  }

  #turn(state: LiveState): void {
    if (state === this.#state) return
    this.#state = state
    this.#tellAll(({ onState }) => onState?.(state))
  }

  /** A listener that throws does not keep the others from being called; its error is reported. */
  #tellAll(tell: (listener: Listener) => void): void {
    const listeners = [...this.#listeners].map(listener => () => tell(listener))
    tellEach({ listeners, report: reportError })
  }

  /** A new tab fetches what it missed once it knows that it will get what follows. */
  #welcome(tab: string): void {
    if (tab !== this.#tab && this.#leadership.isLeader())
      this.#channel.post({ kind: 'state', state: this.#state })
  }

  /** A page that goes from one session to another leaves the one and joins the other in one moment: that is one new connection. */
  #setFollows(tab: string, follows: Follow[]): void {
    if (!this.#source) return
    if (follows.length > 0) this.#follows.set(tab, follows)
    else this.#follows.delete(tab)
    clearTimeout(this.#settling)
    this.#settling = setTimeout(() => {
      if (idsOf(this.#all()) !== this.#followed) this.#source?.reopen()
    }, SETTLE_MS)
  }

  /** Each session once, after its last event. */
  #all(): Follow[] {
    const all = new Map([...this.#follows.values()].flat().map(({ sessionId, after }) => [sessionId, after]))
    return [...all].map(([sessionId, after]) => ({
      sessionId,
      after: Math.max(after, this.#lastSeqs.get(sessionId) ?? 0),
    }))
  }
}

let shared: SharedStream | undefined

/** The stream of this tab, opened when somebody first listens. */
export function listen(listener: Listener): { again: () => void; leave: () => void } {
  shared ??= new SharedStream()
  return shared.join(listener)
}
