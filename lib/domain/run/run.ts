import * as z from 'zod'
import { OptionalText } from '../coded-text'
import { Author } from '../contract/person-item'
import { Instant } from '../instant'
import { storedMarks } from '../session/stored-marks'
import { CompactionReason } from './compaction'
import { Limits } from './limits'
import { PastCall } from './loop-guard'
import { Overrides } from './message'
import { RunContext } from './request-record'
import { Usage } from './usage'

export const StopReason = z.enum([
  'final_text',
  'task_complete',
  'no_calls',
  'silent',
  'hook_reply',
  'cap',
  'timeout',
  'idle_timeout',
  'cancelled',
  'interrupted',
  'loop_detected',
  'malformed',
  'budget',
  'error',
])
export type StopReason = z.infer<typeof StopReason>

const RunStatus = z.enum(['queued', 'running', 'waiting', 'ended'])

/** How a Run ends: its one stop reason and, if it went wrong, what happened in words; `cause`: why its model failed. */
export const Outcome = z.object({
  stopReason: StopReason,
  error: z.string().optional(),
  cause: z.string().optional(),
  codedText: OptionalText,
})
export type Outcome = z.infer<typeof Outcome>

/** A person asked the Run to stop. */
export const Stop = z.object({ reason: z.enum(['cancelled', 'interrupted']), by: z.string(), at: Instant })
export type Stop = z.infer<typeof Stop>

/**
 * The Request that has begun and not ended. `attempts` counts how often the model was asked; `failures` counts failed
 * answers that may be retried. An attempt that was cut off because its process died is not a failure. `failureMessage`: the last of
 * them.
 */
const OpenRequest = z.object({
  number: z.int(),
  purpose: z.enum(['loop', 'cap_summary', 'compaction']),
  failures: z.int(),
  attempts: z.int(),
  startedAt: Instant,
  failureMessage: OptionalText,
})
export type OpenRequest = z.infer<typeof OpenRequest>

/** The work on a message, until it ends. `requests` counts against the cap. */
export const Run = z.object({
  id: z.string(),
  sessionId: z.string(),
  number: z.int(),
  status: RunStatus,
  stopReason: StopReason.optional(),
  error: z.string().optional(),
  errorMessage: OptionalText,
  failureMessage: OptionalText,
  requests: z.int(),
  limits: Limits,
  overrides: Overrides,
  /** Whose message began it. */
  by: Author.optional(),
  usage: Usage,
  retryAt: Instant.optional(),
  lastFailure: z.string().optional(),
  stop: Stop.optional(),
  continuedFrom: z.string().optional(),
  queuedAt: Instant,
  startedAt: Instant.optional(),
  endedAt: Instant.optional(),
  /** Earlier messages are being summarised. */
  compacting: z.literal(true).optional(),
  ...storedMarks,
})
export type Run = z.infer<typeof Run>

/**
 * What only the loop needs to know about a Run. `activeMs` is the time worked up to `activeSince`; waiting for a
 * person does not count. `answer` is how the Run will end once nothing is open; `cutOffs` counts replies that reached
 * the output limit, `malformed` unreadable replies in a row; `runContext` is set once the first Request is stored.
 * `overflows` counts how often in a row the conversation was too long. `compact` is why it is to be compacted, or says
 * that it was and the model has not answered since, so that it is never compacted in vain; `compactInstructions` is what a
 * person asks of the summary.
 */
export const Course = z.object({
  activeMs: z.int(),
  activeSince: Instant.optional(),
  openRequest: OpenRequest.optional(),
  answer: Outcome.optional(),
  runContext: RunContext.optional(),
  summarised: z.boolean(),
  cutOffs: z.int(),
  malformed: z.int(),
  callHistory: z.array(PastCall),
  overflows: z.int(),
  compact: z.enum([...CompactionReason.options, 'done']).optional(),
  compactInstructions: z.string().optional(),
})
type Course = z.infer<typeof Course>

export type RunRow = Omit<Run, 'compacting'> & Course

/** The Run without what only the loop needs. */
export function publicRun(row: RunRow): Run {
  const { answer, openRequest, error } = row
  const errorMessage = error === undefined ? undefined : answer?.codedText
  const failureMessage = openRequest?.failureMessage
  const run = Object.fromEntries(Object.entries(row).filter(([name]) => !(name in Course.shape))) as Run
  return {
    ...run,
    ...(errorMessage && { errorMessage }),
    ...(failureMessage && { failureMessage }),
    ...(openRequest?.purpose === 'compaction' && { compacting: true }),
  }
}
