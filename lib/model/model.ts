import type { ModelInfo } from '@/lib/domain/model-info'
import type { Thinking } from '@/lib/domain/session'
import type { ModelAnswer, ModelMessage } from '@/lib/domain/solution'
import type { JsonSchema } from '@/lib/domain/tool'

/** One streamed request to a model. It is repeated by the caller, never in here. */
export type ModelRequest = {
  /** The part of the model id behind `provider:`. */
  model: string
  instructions: string
  messages: ModelMessage[]
  /** Empty where tools are off. */
  tools: { name: string; description: string; schema: JsonSchema }[]
  thinking: Thinking
  /** What the provider is to hold the reply to; only where it takes one. */
  replySchema?: JsonSchema | undefined
  /** Failed attempts of this same Request before this one. */
  failures: number
  /** Silence, from the start of the request or since the last part, after which it counts as failed. */
  idleMs: number
  signal: AbortSignal
  onDelta: (delta: ModelDelta) => void
  /** Absent where it is the conversation itself that is asked about. */
  purpose?: 'compaction'
}

/** What has just come of an answer. A Call is told when it begins, then the text of its arguments in pieces. */
export type ModelDelta =
  | { kind: 'text' | 'reasoning'; text: string }
  | { kind: 'call'; id: string; tool: string }
  | { kind: 'arguments'; id: string; text: string }

/**
 * A model never throws: what goes wrong is a failure in its answer. Its Solution is complete or there is
 * none; a torn stream and garbage are failures, a whole reply with nothing in it is not. Calls come as the
 * model wrote them, unchecked. After an abort of `signal` it answers with the failure `aborted` and the text so far.
 */
export type Model = (request: ModelRequest) => Promise<ModelAnswer>

/** The models of one provider. */
export type Provider = {
  name: string
  model: Model
  /** What can be chosen, as far as it is known without asking the provider. */
  list: () => ModelInfo[]
  /** Whether a model of it can be held to a JSON schema in what it replies. */
  takesReplySchema: (model: string) => boolean
  /** `null` where the provider can be used, else what is missing, in words. */
  unavailable: () => string | null
}
