import * as z from 'zod'

const tokens = z.int().min(0)

/**
 * Tokens as the provider counted them. Cached tokens are part of the input, as are those written to the cache;
 * reasoning tokens are part of the output. `cost` is in US dollars, as far as prices were known.
 */
export const Usage = z.object({
  inputTokens: tokens,
  outputTokens: tokens,
  cachedTokens: tokens,
  reasoningTokens: tokens,
  cacheWriteTokens: tokens.optional(),
  totalTokens: tokens,
  cost: z.number().min(0).optional(),
})
export type Usage = z.infer<typeof Usage>

export const NO_USAGE: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  reasoningTokens: 0,
  totalTokens: 0,
}
