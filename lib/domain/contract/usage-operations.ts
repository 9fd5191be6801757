import * as z from 'zod'
import type { TextCode } from '@/lib/messages/phrase'
import { TimeZone } from '../instant'
import type { Operation } from './operation'

const UsageGrouping = z.enum(['day', 'model', 'session', 'tool', 'run', 'request'])
export type UsageGrouping = z.infer<typeof UsageGrouping>

const count = z.int()
const ms = z.number()

/**
 * What was used. Cached tokens are part of the input, reasoning tokens of the output. `cost` is in US dollars and sums up
 * what had a price when it was asked; it is null where nothing had one, and `unpricedRequests` counts those of which the
 * cost is not known. `modelMs`: what requests took, with their retries. `toolMs`: what Activities took that ended under our
 * eyes. `waitingMs`: for how long Calls waited for a person, those that waited side by side counted once; `decisions` that people made, and `decisionMs`, the median
 * time in which they did.
 */
const numbers = {
  requests: count,
  inputTokens: count,
  cachedInputTokens: count,
  outputTokens: count,
  reasoningTokens: count,
  cost: z.number().nullable(),
  unpricedRequests: count,
  calls: count,
  modelMs: ms,
  toolMs: ms,
  waitingMs: ms,
  decisions: count,
  decisionMs: ms.optional(),
}

export const UsageNumbers = z.object(numbers)
export type UsageNumbers = z.infer<typeof UsageNumbers>

/** `key`: null for what belongs to none, such as a Call that no model asked for, and a request where tools group. */
const UsageGroup = z.object({ key: z.string().nullable(), title: z.string().optional(), ...numbers })
export type UsageGroup = z.infer<typeof UsageGroup>

/** `from` is absent where nothing limits it. `more`: groups that are left out; the total counts them. */
const UsageReport = z.object({
  groupBy: UsageGrouping,
  timeZone: z.string(),
  from: z.iso.date().optional(),
  to: z.iso.date(),
  groups: z.array(UsageGroup),
  more: count,
  total: UsageNumbers,
})
export type UsageReport = z.infer<typeof UsageReport>

/** The years that a calendar of ours and the database's agree on. */
const day = z.iso
  .date()
  .refine(date => date >= '1970-01-01' && date < '9999-12-31', 'fault.noDay' satisfies TextCode)

export const USAGE_OPERATIONS = {
  readUsage: {
    endpoint: 'GET /api/usage',
    summary: 'Tokens, cost, model and tool time, and how long calls waited for people',
    description:
      'Days are those of `timeZone`, an IANA name; `from` and `to` are included. Without them it is the last 30 days, or with `sessionId` all of that session. Everything counts on the day on which it began. `run` and `request` group within a session and need `sessionId`. The last days, runs and requests are told, of others those that used most.',
    query: z.strictObject({
      groupBy: UsageGrouping.default('day'),
      from: day.optional(),
      to: day.optional(),
      sessionId: z.uuid().optional(),
      timeZone: TimeZone.default('UTC'),
      limit: z.coerce.number().int().min(1).max(400).default(100),
    }),
    answers: { 200: UsageReport },
  },
} as const satisfies Record<string, Operation>
