import type { ContextMeter } from './compaction'
import type { Compaction } from './limits'

export const tokensUsed = ({ tokens, overhead, ratio }: Omit<ContextMeter, 'messages' | 'chars'>): number =>
  Math.round((tokens + overhead) * ratio)

type Trigger = { at: number; keep: number }

/** The fewest messages to keep when the character trigger fires. */
export const LEAST_MESSAGES = 10

/**
 * The three triggers in force, of which the first to fire wins. What is kept is always less than what fires the
 * trigger, and the reserve leaves half of a small window; without a known window the token trigger never fires.
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
