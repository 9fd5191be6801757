import type { UsageGroup, UsageNumbers } from '@/lib/domain/contract/usage-operations'

/** The day that it is somewhere. `Intl` knows of no other way to write it than that of a language. */
export const dayIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

/** So many days from a day on, or before it. */
export function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The reader's time zone; browsers that hide it are in UTC. */
export function ownTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone.startsWith('Etc/Unknown') ? 'UTC' : timeZone
}

/** What the charts show of a day. */
export type DayUsage = TokenNumbers &
  Pick<UsageNumbers, 'cost' | 'waitingMs' | 'decisionMs'> & { day: string }

const NOTHING = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, cost: 0, waitingMs: 0 }

/** Every day from the first to the last, those without any use included. */
export function everyDay({ from, to, groups }: { from: string; to: string; groups: UsageGroup[] }) {
  const used = new Map(groups.map(group => [group.key, group]))
  const days: DayUsage[] = []
  for (let day = from; day <= to; day = dayAfter(day, 1)) days.push({ ...(used.get(day) ?? NOTHING), day })
  return days
}

type TimeUnit = 'second' | 'minute' | 'hour' | 'day'

const MS: Record<TimeUnit, number> = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/** The largest unit of which a duration has at least one and a half; one that is shorter is told in seconds. */
export function durationIn(ms: number): { value: number; unit: TimeUnit } {
  const unit = (['day', 'hour', 'minute'] as const).find(name => ms >= 1.5 * MS[name]) ?? 'second'
  return { value: ms / MS[unit], unit }
}

export type TokenNumbers = Pick<UsageNumbers, 'inputTokens' | 'cachedInputTokens' | 'outputTokens'>

/** Tokens as bars show them: each counted once. */
export const tokenParts = ({ inputTokens, cachedInputTokens, outputTokens }: TokenNumbers) => ({
  fresh: Math.max(0, inputTokens - cachedInputTokens),
  cached: cachedInputTokens,
  output: outputTokens,
})
export type TokenPart = keyof ReturnType<typeof tokenParts>
export const TOKEN_PARTS = ['fresh', 'cached', 'output'] as const satisfies TokenPart[]
