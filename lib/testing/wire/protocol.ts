import type { IncomingHttpHeaders } from 'node:http'
import type { Reply } from './reply'

/** What the server was started with. No `key`: any is accepted, as by a server at home. */
export type WireOptions = { key?: string; models: WireModel[] }

/** Requests whose text is longer than `contextTokens` (at four characters each) are refused as providers do. */
export type WireModel = { id: string; contextTokens?: number }

/** Why a request is refused, before it takes its form in the protocol. */
export type Refused = {
  status: number
  message: string
  /** The provider's own name for the kind of error, its code, and the place in the body. */
  type?: string
  code?: string | null
  param?: string | null
}

/** What a protocol makes of a request: a list of models, something to answer, or a refusal. */
export type Reading =
  | { kind: 'models'; answer: unknown }
  | { kind: 'ask'; ask: Ask }
  | { kind: 'refused'; refused: Refused }

/** An accepted request, as far as answering needs it. */
export type Ask = { model: string; streamed: boolean; wantsUsage: boolean; inputTokens: number }

/** An answer as frames of text: its content, the frame that says why it ended, and what closes the stream. */
export type Frames = { content: string[]; finish: string[]; closing: string[] }

export type WireRequest = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** The parsed body; undefined where there is none or it is no JSON. */
  body: unknown
}

/** One provider's way of speaking. Everything that differs between protocols is behind this. */
export type Protocol = {
  /** What endpoint paths are appended to. */
  basePath: string
  read: (request: WireRequest, options: WireOptions) => Reading
  errorBody: (refused: Refused) => unknown
  frames: (reply: Reply, ask: Ask) => Frames
  /** The same answer as one document, for requests that asked for no stream. */
  whole: (reply: Reply, ask: Ask) => unknown
  errorFrame: (body: unknown) => string
}
