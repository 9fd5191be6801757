import * as z from 'zod'
import { OptionalText } from '../coded-text'
import { ModelId, Thinking } from '../session/session'

/** Prices in US dollars for a million tokens. */
export const Prices = z.object({ input: z.number(), output: z.number(), cachedInput: z.number().optional() })
export type Prices = z.infer<typeof Prices>

const overridable = {
  contextWindow: z.int().optional(),
  prices: Prices.optional(),
  images: z.boolean().optional(),
}
const ModelOverrides = z.object(overridable)
export type ModelOverrides = z.infer<typeof ModelOverrides>

const price = z.number().min(0).max(1_000_000)

/** `null` restores the known value. */
export const ModelPatch = z.strictObject({
  contextWindow: z.int().min(1).max(1_000_000_000).nullable().optional(),
  prices: z
    .strictObject({ input: price, output: price, cachedInput: price.optional() })
    .nullable()
    .optional(),
  images: z.boolean().nullable().optional(),
})
export type ModelPatch = z.infer<typeof ModelPatch>

/**
 * `ready`: it can be used now; else `unavailable` says what is missing. `overrides`: values that a person has set in
 * place of the known ones. `thinking`: the levels that it has.
 */
export const ModelInfo = z.object({
  id: ModelId,
  provider: z.string(),
  title: z.string(),
  description: z.string().optional(),
  ready: z.boolean(),
  unavailable: z.string().optional(),
  unavailableMessage: OptionalText,
  isDefault: z.boolean(),
  maxOutput: z.int().optional(),
  thinking: z.array(Thinking).optional(),
  ...overridable,
  overrides: ModelOverrides.optional(),
})
export type ModelInfo = z.infer<typeof ModelInfo>
