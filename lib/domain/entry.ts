import * as z from 'zod'
import { ResultKind } from './call'
import { CompactionLine } from './compaction'
import { Decider, DecisionKind } from './decision'
import { Instant } from './instant'
import { Outcome } from './run'

/** One line about a Call for the place in the transcript where its Result stands. */
export const CallLine = z.object({
  tool: z.string(),
  summary: z.string(),
  result: ResultKind,
  decided: DecisionKind.optional(),
  by: Decider.optional(),
  digest: z.string(),
  /** The model itself gave the Result, and nothing ran. */
  isLatent: z.literal(true).optional(),
})
export type CallLine = z.infer<typeof CallLine>

export const EntryKind = z.enum(['user', 'assistant', 'result', 'summary', 'notice', 'correction'])
export type EntryKind = z.infer<typeof EntryKind>

/** One piece of the transcript, never changed. `text` is what people read, without protocol markup. */
export const Entry = z.object({
  id: z.string(),
  seq: z.int(),
  runId: z.string().optional(),
  kind: EntryKind,
  text: z.string(),
  reasoning: z.string().optional(),
  callId: z.string().optional(),
  call: CallLine.optional(),
  /** Of the notice that stands where a Run ended otherwise than with an answer. */
  outcome: Outcome.optional(),
  /** Of the one that stands where messages left the model's view; its id is the compaction's. */
  compaction: CompactionLine.optional(),
  at: Instant,
})
export type Entry = z.infer<typeof Entry>
