import * as z from 'zod'

/** The size of a conversation. Tokens are estimated: a quarter of the characters, plus four per message. */
export const ContextSize = z.object({ messages: z.int(), chars: z.int(), tokens: z.int() })
export type ContextSize = z.infer<typeof ContextSize>

/**
 * What the last Request sent, as the provider counted it, adjusted for compactions since. `overhead`: estimated tokens
 * of instructions and tools; `ratio`: counted tokens per estimated token; `input`: cached and uncached input tokens;
 * `reported`: the window that a refusal named, and the model that refused.
 */
export const ContextMeter = ContextSize.extend({
  overhead: z.int(),
  ratio: z.number(),
  input: z.object({ cached: z.int(), fresh: z.int() }).optional(),
  reported: z.object({ model: z.string(), window: z.int() }).optional(),
})
export type ContextMeter = z.infer<typeof ContextMeter>

/** The size of a Request: the conversation, and what is sent with it. */
export type RequestSize = Omit<ContextMeter, 'ratio' | 'input' | 'reported'>

/** What made it necessary: the size of the conversation, the model's refusal, or a person. */
export const CompactionReason = z.enum(['messages', 'chars', 'tokens', 'overflow', 'asked'])
export type CompactionReason = z.infer<typeof CompactionReason>

/** How earlier messages left the model's view. They stay in the transcript, from Event `from` to Event `through`. */
export const CompactionLine = z.object({
  method: z.enum(['summary', 'trim']),
  why: CompactionReason,
  dropped: z.int(),
  before: ContextSize,
  after: ContextSize,
  from: z.int(),
  through: z.int(),
  undone: z.literal(true).optional(),
})
export type CompactionLine = z.infer<typeof CompactionLine>

export const UndoneCompaction = CompactionLine.pick({ method: true, before: true, after: true }).extend({
  compactionId: z.string(),
  undone: z.literal(true),
})
export type UndoneCompaction = z.infer<typeof UndoneCompaction>
