import * as z from 'zod'
import type { TextCode } from '@/lib/messages/phrase'
import { Instant } from '../instant'

export const Verdict = z.enum(['allow', 'ask', 'deny'])
export type Verdict = z.infer<typeof Verdict>

const argument = z
  .string()
  .max(1000)
  .regex(/^(\/.*)?$/, 'fault.pointer' satisfies TextCode)
const words = z.string().min(1).max(10_000)

/** A condition on one argument, named by its JSON pointer. `range`: both ends belong to it. */
export const Matcher = z.discriminatedUnion('kind', [
  z.strictObject({ argument, kind: z.literal('exact'), value: z.unknown() }),
  z.strictObject({ argument, kind: z.literal('prefix'), value: words }),
  z.strictObject({ argument, kind: z.literal('glob'), value: words }),
  z.strictObject({ argument, kind: z.literal('host'), value: words }),
  z.strictObject({
    argument,
    kind: z.literal('range'),
    value: z
      .strictObject({ min: z.number().optional(), max: z.number().optional() })
      .refine(({ min, max }) => min !== undefined || max !== undefined, 'fault.minOrMax' satisfies TextCode),
  }),
  z.strictObject({ argument, kind: z.literal('command'), value: z.array(words).min(1).max(100) }),
])
export type Matcher = z.infer<typeof Matcher>

/**
 * `number` is what people call it. `tool` may end in `*`. `reads` narrows the Rule to read-only Tools of the workspace.
 * A Rule of scope `session` holds in its session alone.
 */
export const Rule = z.object({
  id: z.string(),
  number: z.int().default(0),
  effect: Verdict,
  tool: z.string(),
  reads: z.boolean(),
  matchers: z.array(Matcher),
  scope: z.enum(['session', 'always']),
  sessionId: z.string().optional(),
  expiresAt: Instant.optional(),
  enabled: z.boolean(),
  note: z.string().optional(),
  origin: z.object({ callId: z.string() }).optional(),
  createdAt: Instant.optional(),
  uses: z.int(),
  lastUsedAt: Instant.optional(),
})
export type Rule = z.infer<typeof Rule>
