import * as z from 'zod'
import type { Usage } from './usage'

/** A Call as the model wrote it. `argumentsText` may be anything, also no JSON at all. */
export const ProposedCall = z.object({ id: z.string(), tool: z.string(), argumentsText: z.string() })
export type ProposedCall = z.infer<typeof ProposedCall>

/** The dialects that live in the text of a reply. */
export const TextDialect = z.enum(['tags', 'react', 'structured'])
export type TextDialect = z.infer<typeof TextDialect>

/** A part of a text, by its indices: from the first to before the second. */
export const Span = z.tuple([z.int(), z.int()])
export type Span = z.infer<typeof Span>

/**
 * A Call of a Solution; where it stands in the text of the reply, in which dialect, where, and in which words.
 * `outputPath`: where in the State its Result goes; `output`: the JSON of what the model gives for its Result.
 */
export type SaidCall = ProposedCall & {
  said?: {
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
   * `aside`: told by the program, a correction for one, and no message that somebody wrote. `compaction`: it stands
   * for messages that were left out, among them so many `replies` of the model to the newest message of the person.
   */
  z.object({
    role: z.literal('user'),
    text: z.string(),
    aside: z.literal(true).optional(),
    compaction: z.string().optional(),
    replies: z.int().optional(),
  }),
  z.object({
    role: z.literal('assistant'),
    /** As the model wrote it, markup included. */
    text: z.string(),
    calls: z.array(ProposedCall),
    /** Of a text that was read: in which dialect its Calls stand in it, and it without them where that is not the same. */
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
  }),
])
export type ModelMessage = z.infer<typeof ModelMessage>
export type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>
export type ResultMessage = Extract<ModelMessage, { role: 'result' }>

/**
 * What a Request yields. A reply that ended `length` or `filtered` may have lost the end of a Call: its Calls
 * are there to be told, not to be run, and `message` is without them.
 */
export type Solution = {
  text: string
  reasoning?: string
  calls: SaidCall[]
  finish: 'stop' | 'calls' | 'length' | 'filtered'
  usage: Usage
  message: AssistantMessage
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

/** Why there is no Solution: `message` says it in words, with the fix; `text` is what had arrived. */
export type ModelFailure = {
  reason: FailureReason
  retryable: boolean
  retryAfterMs?: number
  message: string
  text: string
}

export type ModelAnswer =
  | { kind: 'solution'; solution: Solution }
  | { kind: 'failure'; failure: ModelFailure }
