import * as z from 'zod'
import { Decider } from '../call/decision'
import { Instant } from '../instant'

/**
 * A secret that was masked in a session, without the secret itself. `known`: the server holds it; `pattern`: it looks
 * like one, until a person says that it is not.
 */
export const Secret = z.object({
  n: z.int(),
  handle: z.string(),
  kind: z.enum(['known', 'pattern']),
  rule: z.string(),
  foundAt: Instant,
  released: z.object({ by: Decider, at: Instant }).optional(),
})
export type Secret = z.infer<typeof Secret>
