import * as z from 'zod'
import { type Instant, later } from '../instant'

const ms = (max: number) => z.int().min(1).max(max)
const HOUR = 3_600_000
const YEAR = 366 * 24 * HOUR

/** Limits of a Run. Each is independent and visible; the first to be reached ends the Run and is named. */
export const Limits = z.object({
  modelRetries: z.int().min(0).max(20),
  requests: z.int().min(1).max(1000),
  activeMs: ms(48 * HOUR),
  idleMs: ms(HOUR),
  toolMs: ms(48 * HOUR),
  hookMs: ms(600_000),
  expiryMs: z
    .int()
    .min(1000)
    .max(10 * YEAR)
    .nullable(),
  tokens: z.int().min(1).nullable(),
  cost: z.number().positive().nullable(),
  overflowRetries: z.int().min(0).max(10),
  resultChars: z.int().min(100).max(2_000_000),
})
export type Limits = z.infer<typeof Limits>

export const DEFAULT_LIMITS: Limits = {
  modelRetries: 3,
  requests: 10,
  activeMs: 900_000,
  idleMs: 120_000,
  toolMs: 120_000,
  hookMs: 10_000,
  expiryMs: null,
  tokens: null,
  cost: null,
  overflowRetries: 2,
  resultChars: 50_000,
}

/** The longest time an approval may be held so that it can be undone. */
export const MOST_HOLD_MS = 30_000

/** When a Call that begins to wait now expires; never, unless the session says so. */
export const expiryOf = ({ expiryMs }: Limits, now: Instant): Instant | undefined =>
  expiryMs === null ? undefined : later(now, expiryMs)

/** When history is compacted and how much of it is kept. */
export const Compaction = z.object({
  messages: z.int().min(2),
  keepMessages: z.int().min(1),
  chars: z.int().min(1000),
  triggerRatio: z.number().min(0.1).max(1),
  keepChars: z.int().min(500),
  reserveTokens: z.int().min(0),
  keepTokens: z.int().min(0),
  enabled: z.boolean(),
})
export type Compaction = z.infer<typeof Compaction>

export const DEFAULT_COMPACTION: Compaction = {
  messages: 50,
  keepMessages: 20,
  chars: 200_000,
  triggerRatio: 0.8,
  keepChars: 80_000,
  reserveTokens: 20_000,
  keepTokens: 20_000,
  enabled: true,
}
