import * as z from 'zod'
import { ProposedCall, Span, TextDialect } from '../call/solution'
import { JsonSchema } from '../call/tool'
import { Instant } from '../instant'
import { Usage } from './usage'

/** A part of what was sent. `source` names where it comes from; tokens are estimated from the characters. */
const Segment = z.object({
  label: z.string(),
  source: z.string(),
  chars: z.int(),
  tokens: z.int(),
  rawChars: z.int().optional(),
})
export type Segment = z.infer<typeof Segment>

/** A part of the instructions that were sent, in their order. */
export const SentPart = Segment.omit({ tokens: true })
export type SentPart = z.infer<typeof SentPart>

const SentTool = z.object({ name: z.string(), description: z.string(), schema: JsonSchema })

/** Exactly what a Request sent: each message as it went to the provider's adapter. */
export const RequestContent = z.object({
  instructions: z.string(),
  messages: z.array(z.unknown()),
  tools: z.array(SentTool),
  replySchema: JsonSchema.optional(),
})
export type RequestContent = z.infer<typeof RequestContent>

/** A Call from the text of the reply has its dialect and its place in `rawText`. */
const ReceivedCall = ProposedCall.extend({
  dialect: TextDialect.optional(),
  span: Span.optional(),
})

/** What came back. `rawText` is the text as the model wrote it, markup included; `error` says why it is incomplete. */
const ReceivedReply = z.object({
  text: z.string(),
  reasoning: z.string().optional(),
  calls: z.array(ReceivedCall),
  rawText: z.string(),
  error: z.string().optional(),
})
export type ReceivedReply = z.infer<typeof ReceivedReply>

export const RequestRecord = z.object({
  number: z.int(),
  runId: z.string(),
  model: z.string(),
  dialect: z.string(),
  purpose: z.enum(['loop', 'cap_summary', 'compaction']),
  segments: z.array(Segment),
  sent: RequestContent,
  received: ReceivedReply,
  finishReason: z.string(),
  usage: Usage,
  startedAt: Instant,
  firstTokenAt: Instant.optional(),
  endedAt: Instant,
  attempts: z.int(),
})
export type RequestRecord = z.infer<typeof RequestRecord>

/** A part of the prompt before the history, identified by the hash of its text. */
const RunContextPart = z.object({
  label: z.string(),
  source: z.string(),
  hash: z.string(),
  rawChars: z.int().optional(),
})

/**
 * What a Run is told from its first Request to its last, whatever changes in the meantime: recalled memories, files of
 * the workspace. The texts are stored with those that Requests share.
 */
export const RunContext = z.object({
  parts: z.array(RunContextPart),
  /** The skills that this Run can read, by the hashes of their texts. */
  skills: z.array(z.object({ name: z.string(), hash: z.string() })).default([]),
})
export type RunContext = z.infer<typeof RunContext>
