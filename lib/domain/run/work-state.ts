import * as z from 'zod'
import { Instant, later, msBetween } from '../instant'
import type { Limits } from './limits'
import type { RunRow } from './run'

/** How work on a Run goes: with progress; without any for a while; or rows say that it goes on, and nobody does it. */
export const WorkState = z.enum(['long_running', 'stalled', 'stuck'])
type WorkState = z.infer<typeof WorkState>

/** What puts an end to that. `count`: how often in a row, with no progress in between. */
export const Recovery = z.object({
  runId: z.string(),
  state: WorkState.exclude(['long_running']),
  count: z.int(),
  at: Instant,
  isDone: z.boolean(),
})
export type Recovery = z.infer<typeof Recovery>

/** Without progress for so long it is stalled. */
const STALLED_MS = 120_000
const END_MS = Math.max(300_000, 3 * STALLED_MS)

/** What its limits allow to a model or a tool is not cut short. */
export const mostSilence = ({ idleMs, toolMs }: Limits): number => Math.max(END_MS, idleMs, toolMs)

type Active = Pick<RunRow, 'status' | 'activeSince' | 'limits'>

/** Since when an active Run makes no progress; while it waits for a person there is none to make. */
function silentSince({ status, activeSince }: Omit<Active, 'limits'>, progressAt = ''): Instant | undefined {
  if (status !== 'running' || !activeSince) return undefined
  return progressAt > activeSince ? progressAt : activeSince
}

/** When a Run ends for want of progress, if none comes. */
export function stallEnd(run: Active, progressAt: Instant | undefined): Instant | undefined {
  const since = silentSince(run, progressAt)
  return since && later(since, mostSilence(run.limits))
}

/** `leaseUntil`: absent where nobody holds the session; `wakeAt`: when somebody is to work on it. */
type WorkFacts = {
  run: Omit<Active, 'limits'>
  progressAt: Instant | undefined
  leaseUntil: Instant | undefined
  wakeAt: Instant | undefined
  recovery: Recovery | undefined
}

/** The state of a Run as rows tell it; null where it waits for its start, for a person, or for a core. */
export function workState(facts: WorkFacts, now: Instant): { state: WorkState; since: Instant } | null {
  const { run, leaseUntil, wakeAt, recovery } = facts
  const since = silentSince(run, facts.progressAt)
  if (!since || !run.activeSince) return null
  const isPut = recovery?.state === 'stuck' && !recovery.isDone
  if (leaseUntil !== undefined && leaseUntil < now) return { state: 'stuck', since: leaseUntil }
  if (leaseUntil === undefined && isPut) return { state: 'stuck', since: recovery.at }
  if (leaseUntil === undefined && wakeAt === undefined) return { state: 'stuck', since }
  return msBetween(since, now) < STALLED_MS
    ? { state: 'long_running', since: run.activeSince }
    : { state: 'stalled', since }
}

/** The next recovery of a session: one of the same kind is a further one where there was no progress since. */
export function nextRecovery(
  before: Recovery | undefined,
  next: Pick<Recovery, 'runId' | 'state' | 'at'>,
  progressAt = '',
): Recovery {
  const isFurther = before?.runId === next.runId && before.state === next.state && progressAt <= before.at
  return { ...next, count: isFurther ? before.count + 1 : 1, isDone: false }
}

/** What is taken from one process after another may be what ends them: each further time comes later. */
export const recoveryDelayMs = (count: number): number =>
  count < 2 ? 0 : Math.min(300_000, 5_000 * 2 ** (count - 2))
