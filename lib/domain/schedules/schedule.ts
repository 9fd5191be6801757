import * as z from 'zod'
import { type CodedText, phrase, plain } from '@/lib/messages/phrase'
import { OptionalText } from '../coded-text'
import { Author } from '../contract/person-item'
import { Instant, later, TimeZone } from '../instant'
import { NewMessage } from '../run/message'
import type { Run } from '../run/run'
import { waitOutcome } from '../run/run-outcome'
import { NewSession } from '../session/session'

/** `completion`: nobody knows of a Run that goes on, or that a person has ended. */
const LastRun = z.object({
  runId: z.string(),
  sessionId: z.string(),
  status: z.enum(['queued', 'running', 'waiting', 'ended']),
  completion: z.enum(['succeeded', 'failed', 'unknown']),
  error: z.string().optional(),
  startedAt: Instant,
  endedAt: Instant.optional(),
})
type LastRun = z.infer<typeof LastRun>

/** A time without an offset is in UTC. */
const GivenTime = z.iso
  .datetime({ local: true, offset: true })
  .transform(text => new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`).toISOString())

const Settings = NewSession.omit({ key: true })

/** `null` takes away, or switches from one kind of time to the other. */
export const NewSchedule = z.strictObject({
  name: z.string().trim().min(1).max(100),
  cron: z.string().trim().max(200).nullish(),
  at: GivenTime.nullish(),
  timeZone: TimeZone.optional(),
  text: NewMessage.shape.text,
  sessionKey: z.string().min(1).max(200).nullish(),
  /** What its sessions are made with; model, thinking and limits hold for each of its Runs. */
  settings: Settings.optional(),
  /** What becomes of Calls that ask. */
  unattended: z.enum(['wait', 'deny']).optional(),
  enabled: z.boolean().optional(),
})
export type NewSchedule = z.infer<typeof NewSchedule>

export const SchedulePatch = NewSchedule.partial()
export type SchedulePatch = z.infer<typeof SchedulePatch>

/**
 * A message that is sent at its times. `runs` numbers its Runs; while it `isOpen`, what came of the last one is not
 * counted yet. `failures`: so many in a row; `why`: what went wrong. `nextAt` is null where no time comes.
 */
export const Schedule = NewSchedule.required().extend({
  id: z.string(),
  cron: z.string().optional(),
  at: Instant.optional(),
  sessionKey: z.string().optional(),
  settings: z.object({ ...Settings.shape, modeExpiresAt: Instant.optional() }),
  nextAt: Instant.nullable(),
  lastRun: LastRun.optional(),
  runId: z.string().optional(),
  runs: z.int(),
  isOpen: z.boolean(),
  failures: z.int(),
  why: z.string().optional(),
  whyMessage: OptionalText,
  by: Author,
  createdAt: Instant,
})
export type Schedule = z.infer<typeof Schedule>

export function lastRunOf(run: Run): LastRun {
  const { id: runId, sessionId, status, stopReason, queuedAt, startedAt = queuedAt, endedAt } = run
  const outcome = waitOutcome(run)
  const isStopped = stopReason === 'cancelled' || stopReason === 'interrupted'
  const failed = isStopped ? 'unknown' : 'failed'
  const completion = ({ ok: 'succeeded', error: failed, timeout: 'unknown' } as const)[outcome.status]
  return { runId, sessionId, status, completion, error: outcome.error, startedAt, endedAt }
}

const BACK_OFF_MS = [30_000, 60_000, 300_000, 900_000, 3_600_000]
const MOST_FAILURES = 10

/** What did not begin is tried again; a Run that failed is not before its next time, since it may have changed something. */
export function afterFailure(
  schedule: Schedule,
  { now, reason, isBegun }: { now: Instant; reason: string; isBegun: boolean },
): Schedule {
  const failures = schedule.failures + 1
  const isOver = failures >= MOST_FAILURES
  const earliest = later(now, BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length) - 1] ?? 0)
  const { nextAt: usual } = schedule
  const isEarly = usual !== null && (!isBegun || usual < earliest)
  const nextAt = isOver ? null : isEarly ? earliest : usual
  const code = isOver ? 'schedule.paused' : 'schedule.failed'
  const whyMessage: CodedText = { code, params: { count: failures, reason: plain(reason) } }
  const enabled = schedule.enabled && !isOver
  return { ...schedule, failures, enabled, nextAt, why: phrase(whyMessage), whyMessage }
}

/** The schedule once its last Run has ended, or is gone. */
export function afterRun(schedule: Schedule, now: Instant): Schedule {
  const { completion = 'unknown', error: reason = '' } = schedule.lastRun ?? {}
  const counted = { ...schedule, isOpen: false }
  if (completion === 'failed') return afterFailure(counted, { now, reason, isBegun: true })
  if (completion === 'unknown') return counted
  return { ...counted, failures: 0, why: undefined, whyMessage: undefined }
}
