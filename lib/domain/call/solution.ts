import * as z from 'zod'
import type { StoredText } from '@/lib/messages/phrase'
import type { Usage } from '../run/usage'
import { Picture } from './picture'

/** A Call as the model wrote it. `argumentsText` may be anything, even invalid JSON. */
export const ProposedCall = z.object({ id: z.string(), tool: z.string(), argumentsText: z.string() })
export type ProposedCall = z.infer<typeof ProposedCall>

/** The dialects that are written in the text of a reply. */
export const TextDialect = z.enum(['tags', 'react', 'structured'])
export type TextDialect = z.infer<typeof TextDialect>

/** A part of a text, by its indices: from the first to before the second. */
export const Span = z.tuple([z.int(), z.int()])
export type Span = z.infer<typeof Span>

/**
 * A Call of a Solution. `source`: for a Call in the text of the reply, its dialect, place and wording. `outputPath`:
 * where in the State its Result goes; `output`: the JSON that the model gives as its Result.
 */
export type ParsedCall = ProposedCall & {
  source?: {
    dialect: TextDialect
    span: Span
    rawText: string
    outputPath?: string | undefined
    output?: string | undefined
  }
}

/**
 * One message of the context, as every provider knows it. An assistant message also keeps its provider's
 * own form word for word: signed parts may be re-sent only as they were.
 */
export const ModelMessage = z.discriminatedUnion('role', [
  /**
   * `aside`: written by the program, such as a correction, and not by a person; `note`: its topic. `compaction`: it
   * stands in for messages that were left out, among them this many `replies` of the model to the person's newest
   * message. `images` come after its text.
   */
  z.object({
    role: z.literal('user'),
    text: z.string(),
    aside: z.literal(true).optional(),
    note: z.enum(['mode', 'plan', 'state', 'memory', 'limit', 'hook']).optional(),
    /** Of a note of a hook: its name. */
    hook: z.string().optional(),
    compaction: z.string().optional(),
    replies: z.int().optional(),
    images: z.array(Picture).optional(),
  }),
  z.object({
    role: z.literal('assistant'),
    /** As the model wrote it, markup included. */
    text: z.string(),
    calls: z.array(ProposedCall),
    /** If Calls were read from the text: their dialect, and the text without them where that differs. */
    dialect: TextDialect.optional(),
    plain: z.string().optional(),
    /** Failed attempts that came before it, within its Request. */
    failures: z.int(),
    verbatim: z.object({ provider: z.string(), content: z.unknown() }).optional(),
  }),
  z.object({
    role: z.literal('result'),
    callId: z.string(),
    tool: z.string(),
    text: z.string(),
    isError: z.boolean(),
    images: z.array(Picture).optional(),
  }),
])
export type ModelMessage = z.infer<typeof ModelMessage>
export type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>
export type ResultMessage = Extract<ModelMessage, { role: 'result' }>

/**
 * What a Request yields. A reply that ended with `length` or `filtered` may have lost the end of a Call: its Calls are
 * reported but not run, and `message` is without them.
 */
export type Solution = {
  text: string
  reasoning?: string
  calls: ParsedCall[]
  finish: 'stop' | 'calls' | 'length' | 'filtered'
  usage: Usage
  message: AssistantMessage
  /** The part of the reply that the provider itself could not read, in words. */
  unread?: string
}

export type FailureReason =
  | 'no_key'
  | 'auth'
  | 'unknown_model'
  | 'quota'
  | 'rate_limited'
  | 'unavailable'
  | 'network'
  | 'idle'
  | 'aborted'
  | 'torn'
  | 'overflow'
  | 'bad_request'
  | 'protocol'

/** Why there is no Solution: `message` explains it with the fix; `text` is what had arrived. */
export type ModelFailure = {
  reason: FailureReason
  retryable: boolean
  retryAfterMs?: number
  message: string
  codedText: StoredText
  text: string
  /** If the conversation was too long and the provider says by how much: its tokens, and the window of the model. */
  counts?: { tokens: number; window: number }
}

export type ModelAnswer =
  | { kind: 'solution'; solution: Solution }
  | { kind: 'failure'; failure: ModelFailure }
