import * as z from 'zod'
import type { Compaction } from './limits'

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

export const tokensUsed = ({ tokens, overhead, ratio }: Omit<ContextMeter, 'messages' | 'chars'>): number =>
  Math.round((tokens + overhead) * ratio)

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

/** Where a measure trips, and about how much is kept then. */
export type Trigger = { at: number; keep: number }

/** Messages that are kept where characters trip. */
export const LEAST_MESSAGES = 10

/**
 * The three triggers as they hold, of which the earliest wins. What is kept always lies below where it trips, and
 * the reserve leaves half of a small window; without a known window tokens never trip.
 */
export function triggersOf(
  set: Compaction,
  window: number | undefined,
): { messages: Trigger; chars: Trigger; tokens: Trigger | null; reserve: number } {
  const chars = Math.floor(set.chars * set.triggerRatio)
  const reserve = window === undefined ? 0 : Math.min(set.reserveTokens, Math.floor(window / 2))
  const tokens = (window ?? 0) - reserve
  return {
    messages: { at: set.messages, keep: below(set.keepMessages, set.messages, 0.4) },
    chars: { at: chars, keep: below(set.keepChars, chars, 0.5) },
    tokens: window === undefined ? null : { at: tokens, keep: below(set.keepTokens, tokens, 0.5) },
    reserve,
  }
}

const below = (keep: number, at: number, share: number): number =>
  keep < at ? keep : Math.max(1, Math.floor(at * share))

export const UndoneCompaction = CompactionLine.pick({ method: true, before: true, after: true }).extend({
  compactionId: z.string(),
  undone: z.literal(true),
})
export type UndoneCompaction = z.infer<typeof UndoneCompaction>
