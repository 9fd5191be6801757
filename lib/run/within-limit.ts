import type { Result } from '@/lib/domain/call'
import { sized } from '@/lib/domain/sized'

/**
 * What a person or the model itself gave for a Result, cut as what a tool says is. Whole, it stays in `value`, and
 * a person's also in the decision.
 */
export function withinLimit(result: Result, { resultChars }: { resultChars: number }): Result {
  const { text, cut } = sized(result.text, resultChars)
  return cut > 0 ? { ...result, text, truncated: { chars: cut } } : result
}
