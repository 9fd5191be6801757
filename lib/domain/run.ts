import * as z from 'zod'
import { Briefing } from './briefing'
import { CompactionReason } from './compaction'
import { Instant } from './instant'
import { Limits } from './limits'
import { Deed } from './loop-guard'
import { Overrides } from './message'
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

export const RunStatus = z.enum(['queued', 'running', 'waiting', 'ended'])
export type RunStatus = z.infer<typeof RunStatus>

/** How a Run ends: its one stop reason, and for the unhappy ones what went wrong, in words. */
export const Outcome = z.object({ stopReason: StopReason, error: z.string().optional() })
export type Outcome = z.infer<typeof Outcome>

/** A person's wish that the Run should end. */
export const Stop = z.object({ reason: z.enum(['cancelled', 'interrupted']), by: z.string(), at: Instant })
export type Stop = z.infer<typeof Stop>

/**
 * The Request that has begun and has not ended. `attempts` counts how often the model was asked; `failures` the
 * answers that failed and may be retried: an attempt that the end of its process cut off is not one of them.
 */
export const OpenRequest = z.object({
  number: z.int(),
  purpose: z.enum(['loop', 'cap_summary', 'compaction']),
  failures: z.int(),
  attempts: z.int(),
  startedAt: Instant,
})
export type OpenRequest = z.infer<typeof OpenRequest>

/** The work on what the user said, until it ends. `requests` counts against the cap. */
export const Run = z.object({
  id: z.string(),
  sessionId: z.string(),
  number: z.int(),
  status: RunStatus,
  stopReason: StopReason.optional(),
  error: z.string().optional(),
  requests: z.int(),
  limits: Limits,
  overrides: Overrides,
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
})
export type Run = z.infer<typeof Run>

/**
 * What only the loop needs to know of a Run. `activeMs` is the time worked up to `activeSince`; waiting for
 * a person does not count. `answer` is how the Run will end once nothing is open; `cutOffs` counts replies
 * that met the output limit, `malformed` those in a row that could not be read; `briefing` is there once the
 * first Request was stored. `overflows` counts the times in a row that the conversation was too long. `compact` is why
 * it is to be compacted, or says that it was and the model has not answered since: so it is never done in vain.
 */
export const Course = z.object({
  activeMs: z.int(),
  activeSince: Instant.optional(),
  openRequest: OpenRequest.optional(),
  answer: Outcome.optional(),
  briefing: Briefing.optional(),
  summarised: z.boolean(),
  cutOffs: z.int(),
  malformed: z.int(),
  deeds: z.array(Deed),
  overflows: z.int(),
  compact: z.enum([...CompactionReason.options, 'done']).optional(),
})
export type Course = z.infer<typeof Course>

export type RunRow = Omit<Run, 'compacting'> & Course

/** The Run as everybody sees it. */
export function publicRun(row: RunRow): Run {
  const {
    activeMs,
    activeSince,
    openRequest,
    answer,
    briefing,
    summarised,
    cutOffs,
    malformed,
    deeds,
    ...more
  } = row
  const { overflows, compact, ...run } = more
  return openRequest?.purpose === 'compaction' ? { ...run, compacting: true } : run
}
