import type { CallSetHead } from '../call/call'
import { type Instant, msBetween } from '../instant'
import type { Limits } from './limits'
import type { Overrides } from './message'
import type { Prices } from './model-info'
import type { Briefing } from './request-record'
import type { RunRow } from './run'
import { NO_USAGE, type Usage } from './usage'

/** A new Run, which starts in the queue. Its limits are those of the session with the overrides of the message. */
export const queuedRun = (options: {
  id: string
  sessionId: string
  number: number
  limits: Limits
  overrides: Overrides
  continuedFrom?: string | undefined
  briefing?: Briefing | undefined
  /** It only compacts the conversation, unless a message comes in meanwhile. */
  compact?: true | undefined
  now: Instant
}): RunRow => ({
  id: options.id,
  sessionId: options.sessionId,
  number: options.number,
  status: 'queued',
  requests: 0,
  limits: {
    ...options.limits,
    requests: options.overrides.maxRequests ?? options.limits.requests,
    activeMs: options.overrides.timeoutMs ?? options.limits.activeMs,
  },
  overrides: options.overrides,
  continuedFrom: options.continuedFrom,
  briefing: options.briefing,
  usage: NO_USAGE,
  activeMs: 0,
  summarised: false,
  cutOffs: 0,
  malformed: 0,
  deeds: [],
  overflows: 0,
  ...(options.compact ? { compact: 'asked', answer: { stopReason: 'task_complete' } } : {}),
  queuedAt: options.now,
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

export const addUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  cachedTokens: a.cachedTokens + b.cachedTokens,
  reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  totalTokens: a.totalTokens + b.totalTokens,
  ...(a.cacheWriteTokens || b.cacheWriteTokens
    ? { cacheWriteTokens: (a.cacheWriteTokens ?? 0) + (b.cacheWriteTokens ?? 0) }
    : {}),
  ...(a.cost === undefined && b.cost === undefined ? {} : { cost: (a.cost ?? 0) + (b.cost ?? 0) }),
})

const MILLION = 1_000_000

/** What the tokens cost in US dollars. Cached tokens cost as much as input if they have no price of their own. */
export function costOf(usage: Usage, { input, output, cachedInput = input }: Prices): number {
  const fresh = usage.inputTokens - usage.cachedTokens
  return (fresh * input + usage.cachedTokens * cachedInput + usage.outputTokens * output) / MILLION
}

type Spender = Pick<RunRow, 'limits' | 'usage'>

/** Which budget of a Run is used up, in words; null if something is left, or there is no budget. */
export function spentBudget({ limits, usage }: Spender): string | null {
  if (limits.tokens !== null && usage.totalTokens >= limits.tokens)
    return `Stopped at the limit of ${number(limits.tokens)} tokens: ${number(usage.totalTokens)} were used.`
  const cost = usage.cost ?? 0
  if (limits.cost !== null && cost >= limits.cost)
    return `Stopped at the limit of $${money(limits.cost)}: $${money(cost)} were spent.`
  return null
}

const number = (value: number): string => value.toLocaleString('en-US')

const money = (value: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })
