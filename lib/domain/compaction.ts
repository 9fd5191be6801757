import * as z from 'zod'

/** How much a conversation holds. Tokens are estimated: a quarter of the characters, and four a message. */
export const ContextSize = z.object({ messages: z.int(), chars: z.int(), tokens: z.int() })
export type ContextSize = z.infer<typeof ContextSize>

/**
 * What the last answered Request sent, and what was compacted since. `overhead`: estimated tokens of instructions and
 * tools; `ratio`: tokens that the provider counted for one estimated.
 */
export const ContextMeter = ContextSize.extend({ overhead: z.int(), ratio: z.number() })
export type ContextMeter = z.infer<typeof ContextMeter>

/** How much a Request sends: the conversation, and what goes beside it. */
export type Measured = Omit<ContextMeter, 'ratio'>

/** What made it necessary: a measure of the conversation, the model's refusal, or a person. */
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
