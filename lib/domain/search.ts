import * as z from 'zod'
import { Decider, DecisionKind } from './decision'
import { EntryKind } from './entry'
import { Instant } from './instant'

export const SearchKind = z.enum(['message', 'call', 'result', 'decision', 'session'])
export type SearchKind = z.infer<typeof SearchKind>

/**
 * One thing that was found. `title` is that of its session, `seq` that of the event that told it, `link` leads to
 * its place. `highlights` are places in `excerpt`, in UTF-16 units.
 */
export const SearchItem = z.object({
  kind: SearchKind,
  sessionId: z.string(),
  seq: z.int(),
  link: z.string(),
  title: z.string(),
  excerpt: z.string(),
  highlights: z.array(z.tuple([z.int(), z.int()])),
  at: Instant,
  /** Of a message: whose it is. */
  entryKind: EntryKind.optional(),
  /** Of a Call, its Result or a Decision about it. */
  tool: z.string().optional(),
  callId: z.string().optional(),
  decision: z.object({ kind: DecisionKind, by: Decider }).optional(),
})
export type SearchItem = z.infer<typeof SearchItem>

/** What is looked for: words as they were written, and what else must be so. Empty lists ask for nothing. */
export type SearchFilters = {
  kind: SearchKind[]
  tool: string[]
  decision: DecisionKind[]
  from: Instant | undefined
  to: Instant | undefined
}
