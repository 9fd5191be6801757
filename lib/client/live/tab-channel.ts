/** The state of the stream. */
export type LiveState = 'connecting' | 'live' | 'reconnecting'

/** A frame of the stream: one tab receives it and passes it on to all. */
export type Frame = { type: string; data: string }

/** A session to follow, and the last event of it that is known. */
export type Follow = { sessionId: string; after: number }

/** What the tabs of a browser tell each other about the stream that they share. */
export type TabMessage =
  | { kind: 'frame'; frame: Frame }
  /** The leader also sends it regularly as a heartbeat. */
  | { kind: 'state'; state: LiveState }
  | { kind: 'follows'; tab: string; follows: Follow[] }
  /** Part of a text was missed: the stream is to start again from its beginning. */
  | { kind: 'again' }
  /** A new leader asks what every tab follows. */
  | { kind: 'who' }

type TabChannel = { post: (message: TabMessage) => void; close: () => void }

/** Reaches the other tabs of this browser on the same server, if the browser has BroadcastChannel. */
export function openTabChannel(onMessage: (message: TabMessage) => void): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined }
  const channel = new BroadcastChannel('countersign-live')
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data)
  return { post: message => channel.postMessage(message), close: () => channel.close() }
}

/**
 * One tab of a browser leads: the one that holds a lock, which the browser hands on when that tab closes or crashes.
 * Without locks, as at an insecure address, every tab is its own leader.
 */
export type Leadership = {
  isLeader: () => boolean
  /** Takes the lead from a tab that no longer responds. */
  take: () => void
  close: () => void
}

const LOCK = 'countersign-live'

export function seekLeadership(onLead: () => void, onLost: () => void): Leadership {
  let isLeader = false
  let release: () => void = () => undefined
  let closed = false
  const lead = (): Promise<void> => {
    if (closed) return Promise.resolve()
    isLeader = true
    onLead()
    return new Promise(resolve => {
      release = resolve
    })
  }
  const lost = (): void => {
    if (!isLeader) return
    isLeader = false
    onLost()
    // A tab that has lost the lead waits for it like any other.
    if (!closed) request({})
  }
  const request = (options: LockOptions): void => {
    if (!navigator.locks) void lead()
    else navigator.locks.request(LOCK, options, lead).catch(lost)
  }
  request({})
  return {
    isLeader: () => isLeader,
    take: () => {
      if (!isLeader && navigator.locks) request({ steal: true })
    },
    close: () => {
      closed = true
      isLeader = false
      release()
    },
  }
}
