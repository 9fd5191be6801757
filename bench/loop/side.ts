/** A Call that waits, and what is posted to approve it. */
export type Pause = { path: string; body: unknown }

/** What an event of the stream says to somebody who watches: a piece of text, a Call that waits, or the end of it all. */
export type Heard =
  | { kind: 'text' }
  | { kind: 'paused'; pause: Pause }
  | { kind: 'ended'; how: string }
  | null

/** One of those that are compared: a server process, and how its clients talk with it. */
export type Side = {
  name: string
  url: string
  pid: number
  headers: Record<string, string>
  /** Makes a session that works in this folder of the workspace; tells its id. */
  create: (folder: string) => Promise<string>
  /** Where what a person says is posted, and how. */
  say: (sessionId: string, text: string) => { path: string; body: unknown }
  events: (sessionId: string) => string
  hear: (event: string, data: string) => Heard
  /** How it ended, where nobody told it to; null where all is well. */
  death: () => string | null
  stop: () => Promise<unknown>
}
