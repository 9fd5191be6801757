import type { LiveState } from './live-state'

/** A frame of the stream as one tab reads it and all tabs hear it. */
export type Frame = { type: string; data: string }

/** A session whose events are wanted, and the last one that is known. */
export type Follow = { sessionId: string; after: number }

/** What the tabs of one browser say to each other about the one stream that they share. */
export type TabNote =
  | { kind: 'frame'; frame: Frame }
  /** How the stream is; the leader says it now and then, too, to be known to be there. */
  | { kind: 'state'; state: LiveState }
  /** What a tab follows. */
  | { kind: 'follows'; tab: string; follows: Follow[] }
  /** Text on its way is missed: it is wanted again from its beginning. */
  | { kind: 'again' }
  /** Who leads now wants to know what is followed. */
  | { kind: 'who' }

export type TabNotes = { post: (note: TabNote) => void; close: () => void }

/** Reaches every other tab of this browser that shows the same server; nobody where there is no such channel. */
export function openTabNotes(hear: (note: TabNote) => void): TabNotes {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined }
  const channel = new BroadcastChannel('countersign-live')
  channel.onmessage = ({ data }: MessageEvent<TabNote>) => hear(data)
  return { post: note => channel.postMessage(note), close: () => channel.close() }
}
