import * as z from 'zod'
import { Instant } from '../instant'

export const DecisionKind = z.enum([
  'approve',
  'edit',
  'replace',
  'deny',
  'answer',
  'retry',
  'mark_done',
  'skip',
])
export type DecisionKind = z.infer<typeof DecisionKind>

/** Who decided. `id` and `name` are those of the person, the Rule, the Mode …; nobody here verified those of an `import`. */
export const Decider = z.object({
  type: z.enum(['person', 'rule', 'mode', 'control', 'hook', 'expiry', 'schedule', 'import']),
  id: z.string(),
  name: z.string(),
})
export type Decider = z.infer<typeof Decider>

/** Why an earlier Decision no longer holds. `undone`: a person took it back before anything ran. */
const Void = z.enum(['drifted', 'policy', 'definition_changed', 'undone'])
export type Void = z.infer<typeof Void>

/** How much of a Call was on screen: all of it, or only part because the person chose not to read on. */
export const SeenExtent = z.enum(['whole', 'part'])
export type SeenExtent = z.infer<typeof SeenExtent>

/**
 * A decision about a Call. `digest` is that of what was shown; `effectiveDigest` that of what may run, which differs
 * only if the person changed it. `seen` is absent for rules and for API clients that do not say.
 */
export const Decision = z.object({
  id: z.string(),
  kind: DecisionKind,
  by: Decider,
  at: Instant,
  digest: z.string(),
  effectiveDigest: z.string().optional(),
  tool: z.string().optional(),
  arguments: z.unknown().optional(),
  argumentsText: z.string().optional(),
  reason: z.string().optional(),
  result: z.unknown().optional(),
  seen: SeenExtent.optional(),
  void: Void.optional(),
})
export type Decision = z.infer<typeof Decision>
