import * as z from 'zod'
import { Instant } from './instant'
import { ProposedCall, Span, TextDialect } from './solution'
import { JsonSchema } from './tool'
import { Usage } from './usage'

/** A part of what was sent. `source` names where it comes from; tokens are estimated from the characters. */
export const Segment = z.object({
  label: z.string(),
  source: z.string(),
  chars: z.int(),
  tokens: z.int(),
  /** Characters that there were, where not all of them were sent. */
  rawChars: z.int().optional(),
})
export type Segment = z.infer<typeof Segment>

/** A part of the instructions that were sent, in their order. */
export const SentPart = Segment.omit({ tokens: true })
export type SentPart = z.infer<typeof SentPart>

const SentTool = z.object({ name: z.string(), description: z.string(), schema: JsonSchema })

/** Exactly what a Request sent: each message as it went to the provider's adapter. */
export const Sent = z.object({
  instructions: z.string(),
  messages: z.array(z.unknown()),
  tools: z.array(SentTool),
  /** What the provider was to hold the reply to. */
  replySchema: JsonSchema.optional(),
})
export type Sent = z.infer<typeof Sent>

/** One that stood in the text says in which dialect, and where in `rawText`. */
export const ReceivedCall = ProposedCall.extend({
  dialect: TextDialect.optional(),
  span: Span.optional(),
})

/** What came back. `rawText` is the text as the model wrote it, markup included; `error` says why there is no more. */
export const Received = z.object({
  text: z.string(),
  reasoning: z.string().optional(),
  calls: z.array(ReceivedCall),
  rawText: z.string(),
  error: z.string().optional(),
})
export type Received = z.infer<typeof Received>

export const RequestRecord = z.object({
  number: z.int(),
  runId: z.string(),
  model: z.string(),
  dialect: z.string(),
  purpose: z.enum(['loop', 'cap_summary', 'compaction']),
  segments: z.array(Segment),
  sent: Sent,
  received: Received,
  finishReason: z.string(),
  usage: Usage,
  startedAt: Instant,
  firstTokenAt: Instant.optional(),
  endedAt: Instant,
  attempts: z.int(),
})
export type RequestRecord = z.infer<typeof RequestRecord>
