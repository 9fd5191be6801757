import type { CodedText } from '@/lib/messages/phrase'
import type { Prices } from './model-info'
import type { RunRow } from './run'
import type { Usage } from './usage'

export const addUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  cachedTokens: a.cachedTokens + b.cachedTokens,
  reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  totalTokens: a.totalTokens + b.totalTokens,
  ...(a.cacheWriteTokens || b.cacheWriteTokens
    ? { cacheWriteTokens: (a.cacheWriteTokens ?? 0) + (b.cacheWriteTokens ?? 0) }
    : {}),
  ...(a.cost === undefined && b.cost === undefined ? {} : { cost: (a.cost ?? 0) + (b.cost ?? 0) }),
})

const MILLION = 1_000_000

/** What the tokens cost in US dollars. Cached tokens cost as much as input if they have no price of their own. */
export function costOf(usage: Usage, { input, output, cachedInput = input }: Prices): number {
  const fresh = usage.inputTokens - usage.cachedTokens
  return (fresh * input + usage.cachedTokens * cachedInput + usage.outputTokens * output) / MILLION
}

/** Which budget of a Run is used up; null if something is left, or there is no budget. */
export function spentBudget({ limits, usage }: Pick<RunRow, 'limits' | 'usage'>): CodedText | null {
  if (limits.tokens !== null && usage.totalTokens >= limits.tokens)
    return { code: 'notice.tokenLimit', params: { limit: limits.tokens, used: usage.totalTokens } }
  const cost = usage.cost ?? 0
  if (limits.cost !== null && cost >= limits.cost)
    return { code: 'notice.costLimit', params: { limit: money(limits.cost), spent: money(cost) } }
  return null
}

const money = (value: number): string =>
  `$${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`
