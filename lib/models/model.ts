import type { ModelAnswer, ModelMessage } from '@/lib/domain/call/solution'
import type { JsonSchema } from '@/lib/domain/call/tool'
import type { ModelInfo } from '@/lib/domain/run/model-info'
import type { Thinking } from '@/lib/domain/session/session'
import type { CodedText } from '@/lib/messages/phrase'

/** One streamed request to a model. Only the caller retries it. */
export type ModelRequest = {
  /** The part of the model id after `provider:`. */
  model: string
  instructions: string
  messages: ModelMessage[]
  /** The bytes of their pictures, by their hashes. */
  pictures?: ReadonlyMap<string, Uint8Array>
  /** Empty where tools are off. */
  tools: { name: string; description: string; schema: JsonSchema }[]
  thinking: Thinking
  /** The tools stay declared, but none may be called. */
  toolChoice?: 'none'
  /** Groups Requests with a common prefix; `isLong`: they may be further apart than a cache usually lasts. */
  cache?: { key: string; isLong: boolean }
  /** The schema for the provider to enforce, if it supports that. */
  replySchema?: JsonSchema | undefined
  /** Failed attempts of this same Request before this one. */
  failures: number
  /** The longest silence, from the start of the request or since the last part. */
  idleMs: number
  /** How long a connection may take to be made, if not as long as usual. */
  connectMs?: number | undefined
  signal: AbortSignal
  onDelta: (delta: ModelDelta) => void
  /** Absent for the conversation itself. */
  purpose?: 'compaction'
}

/**
 * A piece of an answer that has just arrived. A Call is reported when it begins, then the text of its arguments in
 * pieces.
 */
export type ModelDelta =
  | { kind: 'text' | 'reasoning'; text: string }
  | { kind: 'call'; id: string; tool: string }
  | { kind: 'arguments'; id: string; text: string }

/**
 * A model never throws: errors are failures in its answer. Its Solution is complete or there is none; a torn stream
 * and garbage are failures, a complete reply with nothing in it is not. Calls come unchecked, as the model wrote them.
 * After an abort of `signal` it answers with the failure `aborted` and the text so far.
 */
export type Model = (request: ModelRequest) => Promise<ModelAnswer>

/** The models of one provider. */
export type Provider = {
  name: string
  model: Model
  /** The models that are known without asking the provider, and those of these names. */
  list: (names?: string[]) => ModelInfo[]
  /** Whether a model's replies can be held to a JSON schema. */
  takesReplySchema: (model: string) => boolean
  /** `null` where the provider can be used, else what is missing. */
  unavailable: () => CodedText | null
}
