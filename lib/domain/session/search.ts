import * as z from 'zod'
import { ResultKind } from '../call/call'
import { Decider, Decision, DecisionKind } from '../call/decision'
import { Author } from '../contract/person-item'
import { Instant } from '../instant'
import { EntryKind } from './entry'

export const SearchKind = z.enum(['message', 'call', 'result', 'decision', 'session'])
export type SearchKind = z.infer<typeof SearchKind>

/** What a session came to: its Calls, how many of them were changed and denied, and its cost as far as it is known. */
const SessionSums = z.object({
  model: z.string(),
  calls: z.int(),
  edited: z.int(),
  denied: z.int(),
  cost: z.number().optional(),
})

/**
 * One search hit. `title` is that of its session, `seq` that of its event, `link` leads to its place. `highlights` are
 * ranges in `excerpt`, in UTF-16 units.
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
  entryKind: EntryKind.optional(),
  author: Author.optional(),
  tool: z.string().optional(),
  callId: z.string().optional(),
  target: z.string().optional(),
  outcome: ResultKind.optional(),
  decision: z.object({ kind: DecisionKind, by: Decider, seq: z.int().optional() }).optional(),
  /** Why the Decision that it is no longer holds. */
  void: Decision.shape.void,
  session: SessionSums.optional(),
})
export type SearchItem = z.infer<typeof SearchItem>

/** So many hits of a search are counted. Of more it is said that there are more, so that counting costs no more. */
export const MOST_COUNTED = 1_000

/** A search: the query as written, and filters. An empty list does not filter. */
export type SearchFilters = {
  kind: SearchKind[]
  tool: string[]
  decision: DecisionKind[]
  /** Whose messages and decisions. */
  person: string[]
  from: Instant | undefined
  to: Instant | undefined
  /** Of each Call only what matches last, with the Decision in force. */
  perCall?: boolean
}
