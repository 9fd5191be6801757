import type { LanguageModelUsage } from 'ai'
import type { Usage } from '@/lib/domain/usage'

/** The provider's counts as whole numbers; what it did not count is 0. */
export function toUsage(counted: LanguageModelUsage): Usage {
  const inputTokens = whole(counted.inputTokens)
  const outputTokens = whole(counted.outputTokens)
  return {
    inputTokens,
    outputTokens,
    cachedTokens: whole(counted.inputTokenDetails.cacheReadTokens),
    reasoningTokens: whole(counted.outputTokenDetails.reasoningTokens),
    totalTokens: Math.max(whole(counted.totalTokens), inputTokens + outputTokens),
  }
}

const whole = (tokens: number | undefined): number =>
  tokens !== undefined && Number.isFinite(tokens) && tokens > 0 ? Math.round(tokens) : 0
