import type { Briefing } from './briefing'
import type { CallSetHead } from './call'
import { type Instant, msBetween } from './instant'
import type { Limits } from './limits'
import type { Overrides } from './message'
import type { RunRow } from './run'
import { NO_USAGE } from './usage'

/** A Run that begins its life in the queue. Its limits are those of the session, less what the message says. */
export const queuedRun = (given: {
  id: string
  sessionId: string
  number: number
  limits: Limits
  overrides: Overrides
  continuedFrom?: string | undefined
  briefing?: Briefing | undefined
  /** It is there only to compact the conversation, unless something is said meanwhile. */
  compact?: true | undefined
  now: Instant
}): RunRow => ({
  id: given.id,
  sessionId: given.sessionId,
  number: given.number,
  status: 'queued',
  requests: 0,
  limits: {
    ...given.limits,
    requests: given.overrides.maxRequests ?? given.limits.requests,
    activeMs: given.overrides.timeoutMs ?? given.limits.activeMs,
  },
  overrides: given.overrides,
  continuedFrom: given.continuedFrom,
  briefing: given.briefing,
  usage: NO_USAGE,
  activeMs: 0,
  summarised: false,
  cutOffs: 0,
  malformed: 0,
  deeds: [],
  overflows: 0,
  ...(given.compact ? { compact: 'asked', answer: { stopReason: 'task_complete' } } : {}),
  queuedAt: given.now,
})

/** The clock of active time runs. */
export const active = (run: RunRow, now: Instant): RunRow => ({
  ...run,
  status: 'running',
  startedAt: run.startedAt ?? now,
  activeSince: run.activeSince ?? now,
})

/** The clock of active time stands still. */
export const paused = (run: RunRow, now: Instant): RunRow => ({
  ...run,
  status: 'waiting',
  activeMs: run.activeMs + (run.activeSince ? msBetween(run.activeSince, now) : 0),
  activeSince: undefined,
})

export const setHead = (set: CallSetHead & { calls?: unknown }): CallSetHead => {
  const { calls: _, ...head } = set
  return head
}
