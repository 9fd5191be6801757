import * as z from 'zod'
import { ModelId } from './session'

/** Prices in US dollars for a million tokens. */
export const Prices = z.object({ input: z.number(), output: z.number(), cachedInput: z.number().optional() })

/** `ready`: it can be used as things are; else `unavailable` says what is missing. */
export const ModelInfo = z.object({
  id: ModelId,
  provider: z.string(),
  title: z.string(),
  description: z.string().optional(),
  ready: z.boolean(),
  unavailable: z.string().optional(),
  isDefault: z.boolean(),
  contextWindow: z.int().optional(),
  maxOutput: z.int().optional(),
  prices: Prices.optional(),
})
export type ModelInfo = z.infer<typeof ModelInfo>
