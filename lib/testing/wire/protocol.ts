import type { IncomingHttpHeaders } from 'node:http'
import type { Ledger } from './ledger'
import type { RefusalName } from './refusal-name'
import type { Reply } from './reply'

/** What the server was started with. No `key`: any is accepted, as by a server at home. */
export type WireOptions = { key?: string; models: WireModel[]; ledger: Ledger }

/**
 * Requests whose text is longer than `contextTokens` (at four characters each), or that want more than
 * `outputTokens`, are refused as providers do. `reasons: false` is a model without reasoning: it refuses
 * every parameter that is about it; `bindsPrefix` is one that takes its thinking back only behind the same
 * conversation; `formats: false` one that cannot be held to a JSON schema. On chat completions of compatible servers none of that is looked at.
 */
export type WireModel = {
  id: string
  contextTokens?: number
  outputTokens?: number
  reasons?: boolean
  bindsPrefix?: boolean
  formats?: boolean
}

/** Why a request is refused, before it takes its form in the protocol. */
export type Refused = {
  status: number
  message: string
  /** The provider's own name for the kind of error, its code, and the place in the body. */
  type?: string
  code?: string | null
  param?: string | null
  /** How long to wait, where the provider says so in the body. */
  retryMs?: number
}

/** A refusal as a check finds it: 400 unless it says otherwise. */
export type Objection = Omit<Refused, 'status'> & { status?: number }

export const no = (objection: Objection): Reading => ({
  kind: 'refused',
  refused: { status: 400, ...objection },
})

/** What a protocol makes of a request: a list of models, something to answer, or a refusal. */
export type Reading =
  | { kind: 'models'; answer: unknown }
  | { kind: 'ask'; ask: Ask }
  | { kind: 'refused'; refused: Refused }

/** An accepted request, as far as answering needs it. */
export type Ask = {
  /** By which the answer is told from others, where the protocol has ids for answers. */
  id?: string
  model: string
  streamed: boolean
  wantsUsage: boolean
  inputTokens: number
  /** What becomes of reasoning: shown, kept back but signed all the same, or none at all. Default: shown. */
  thoughts?: 'shown' | 'hidden' | 'none'
  /** What the text of the answer cannot but follow. */
  replySchema?: Record<string, unknown>
  /** Whether signed reasoning is handed out, where a request has to ask for that. */
  wantsSeals?: boolean
  /** What reasoning is bound to beside its own message, where a provider binds it to what stood before. */
  prefix?: unknown
}

/** An answer as frames of text: its content, the frame that says why it ended, and what closes the stream. */
export type Frames = { content: string[]; finish: string[]; closing: string[] }

export type WireRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** The parsed body; undefined where there is none or it is no JSON. */
  body: unknown
}

/** What a check needs of a request once it has come to the right place. */
export type Received = Pick<WireRequest, 'headers' | 'body'>
export type Known = Pick<WireOptions, 'models'>

/** One provider's way of speaking. Everything that differs between protocols is behind this. */
export type Protocol = {
  /** What endpoint paths are appended to. */
  basePath: string
  read: (request: WireRequest, options: WireOptions) => Reading
  errorBody: (refused: Refused) => unknown
  refusals: Record<RefusalName, Refused>
  frames: (reply: Reply, ask: Ask, ledger: Ledger) => Frames
  /** The same answer as one document, for requests that asked for no stream. */
  whole: (reply: Reply, ask: Ask, ledger: Ledger) => unknown
  errorFrame: (body: unknown) => string
  /** A frame that is JSON, but of the wrong types. */
  wrongTyped: string
  /** What is sent while nothing is said. Default: a comment. */
  ping?: string
}
