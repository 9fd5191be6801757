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

/** Reaches the other tabs of this browser on the same server. */
export function openTabChannel(onMessage: (message: TabMessage) => void) {
  const channel = new BroadcastChannel('countersign-live')
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data)
  return { post: (message: TabMessage) => channel.postMessage(message), close: () => channel.close() }
}
