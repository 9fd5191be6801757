import type { Prices } from './model-info'
import type { Usage } from './usage'

const MILLION = 1_000_000

/** What the tokens cost in US dollars. Cached ones cost what input does, where they have no price of their own. */
export function costOf(usage: Usage, { input, output, cachedInput = input }: Prices): number {
  const fresh = usage.inputTokens - usage.cachedTokens
  return (fresh * input + usage.cachedTokens * cachedInput + usage.outputTokens * output) / MILLION
}
