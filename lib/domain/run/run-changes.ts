import type { CallSetHead } from '../call/call'
import { type Instant, msBetween } from '../instant'
import type { Outcome, RunRow } from './run'
import { NO_USAGE } from './usage'

/** `compact`: it only compacts the conversation, unless a message comes in meanwhile. */
type NewRun = Pick<RunRow, 'id' | 'sessionId' | 'number' | 'limits' | 'overrides'> &
  Pick<RunRow, 'by' | 'continuedFrom' | 'runContext' | 'compactInstructions'> & {
    compact?: true | undefined
    now: Instant
  }

/** A new Run, which starts in the queue. Its limits are those of the session with the overrides of the message. */
export const queuedRun = ({ compact, now, ...run }: NewRun): RunRow => ({
  ...run,
  status: 'queued',
  requests: 0,
  limits: {
    ...run.limits,
    requests: run.overrides.maxRequests ?? run.limits.requests,
    activeMs: run.overrides.timeoutMs ?? run.limits.activeMs,
  },
  usage: NO_USAGE,
  activeMs: 0,
  summarised: false,
  cutOffs: 0,
  malformed: 0,
  callHistory: [],
  overflows: 0,
  ...(compact ? { compact: 'asked', answer: { stopReason: 'task_complete' } } : {}),
  queuedAt: now,
})

/** Starts the clock of active time. */
export const active = (run: RunRow, now: Instant): RunRow => ({
  ...run,
  status: 'running',
  startedAt: run.startedAt ?? now,
  activeSince: run.activeSince ?? now,
})

/** Stops the clock of active time. */
export const paused = (run: RunRow, now: Instant): RunRow => ({
  ...run,
  status: 'waiting',
  activeMs: run.activeMs + (run.activeSince ? Math.max(0, msBetween(run.activeSince, now)) : 0),
  activeSince: undefined,
})

/** Its clock stands still for good. */
export const endedRun = (run: RunRow, outcome: Outcome, now: Instant): RunRow => ({
  ...paused(run, now),
  status: 'ended',
  stopReason: outcome.stopReason,
  error: outcome.error,
  answer: outcome,
  openRequest: undefined,
  retryAt: undefined,
  endedAt: now,
})

type Asking = Pick<RunRow, 'openRequest' | 'limits'>

/** How often a Request may be attempted in all, whatever the reason. */
const mostAttempts = ({ limits }: Asking): number => 1 + limits.modelRetries

/** Whether the open Request has used all its attempts. */
export const isAskedOut = (run: Asking): boolean => (run.openRequest?.attempts ?? 0) >= mostAttempts(run)

/** Describes the last attempt if neither an answer nor a failure of it was stored. */
export function cutOffAttempt(run: Asking): string | undefined {
  const { attempts, failures } = run.openRequest ?? { attempts: 0, failures: 0 }
  if (attempts <= failures) return undefined
  return `Attempt ${attempts} of ${mostAttempts(run)} was cut off when its server stopped.`
}

export const setHead = (set: CallSetHead & { calls?: unknown }): CallSetHead => {
  const { calls: _, ...head } = set
  return head
}
