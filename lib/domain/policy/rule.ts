import * as z from 'zod'
import type { TextCode } from '@/lib/messages/phrase'
import { OptionalText } from '../coded-text'
import { GivenInstant, Instant } from '../instant'
import { areShort } from './narrow-rule'

export const Verdict = z.enum(['allow', 'ask', 'deny'])
export type Verdict = z.infer<typeof Verdict>

const LONG = { path: ['matchers'], error: 'fault.longConditions' satisfies TextCode }

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

/** A glob of nothing but wildcards constrains nothing, and neither does a command whose name is one. */
export function narrows({ kind, value }: Matcher): boolean {
  const words = kind === 'glob' ? value : kind === 'command' ? (value[0] ?? '') : null
  return words === null || !isWild(words)
}

export const isWild = (text: string): boolean => /^[*?./…]*$/.test(text)

const matchers = z.array(Matcher).max(20)

const note = z.string().trim().min(1).max(200)
const tool = z
  .string()
  .regex(/^[A-Za-z0-9_-]{0,64}\*?$/, 'fault.toolPattern' satisfies TextCode)
  .min(1)

export const NewRule = z
  .strictObject({
    effect: Verdict,
    tool,
    matchers: matchers.default([]),
    scope: z.enum(['session', 'always']).default('always'),
    sessionId: z.uuid().optional(),
    expiresAt: GivenInstant.optional(),
    enabled: z.boolean().default(true),
    note: note.optional(),
    by: z.literal('other').optional(),
    origin: z.strictObject({ callId: z.uuid() }).optional(),
  })
  .refine(({ scope, sessionId }) => (scope === 'session') === (sessionId !== undefined), {
    path: ['sessionId'],
    error: 'fault.ruleSession' satisfies TextCode,
  })
  .refine(rule => areShort(rule.matchers), LONG)
export type NewRule = z.infer<typeof NewRule>

export const RulePatch = z
  .strictObject({
    effect: Verdict,
    tool,
    matchers,
    expiresAt: GivenInstant.nullable(),
    enabled: z.boolean(),
    note: note.nullable(),
    by: z.literal('other').nullable(),
  })
  .partial()
  .refine(rule => areShort(rule.matchers), LONG)
export type RulePatch = z.infer<typeof RulePatch>

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
  /** Somebody else than the one whose message began the Run has to decide what it asks about. */
  by: z.literal('other').optional(),
  origin: z.object({ callId: z.string() }).optional(),
  createdAt: Instant.optional(),
  uses: z.int(),
  lastUsedAt: Instant.optional(),
})
export type Rule = z.infer<typeof Rule>

/** `text`: the Rule as a sentence, in English. `session`: the one that it holds in. `link`: leads to its Call. */
export const RuleItem = Rule.extend({
  text: z.string(),
  codedText: OptionalText,
  origin: z
    .object({ callId: z.string(), sessionId: z.string().optional(), link: z.string().optional() })
    .optional(),
  session: z.object({ id: z.string(), title: z.string() }).optional(),
})
export type RuleItem = z.infer<typeof RuleItem>
