import * as z from 'zod'
import { Decider } from './decision'
import { Instant } from './instant'

/**
 * What is known of a secret that was masked in a session, which is not what it is. `known`: the server holds it;
 * `pattern`: it looks like one, until a person says that it is none.
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
