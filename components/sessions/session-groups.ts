import { DATE_LOCALES } from '@/components/ui/clock'
import type { Session } from '@/lib/domain/session/session'

const GROUPS = ['needsYou', 'running', 'today', 'yesterday', 'week'] as const
type GroupName = (typeof GROUPS)[number]

/** `name`: what they have in common, or their month as `2026-03`. */
export type SessionGroup = { name: GroupName | `${number}-${number}`; sessions: Session[] }

/** The reader's time, and how far their clock is ahead of UTC. */
export type ReaderClock = { now: number; offsetMs: number }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Sessions as they are listed: those that need a person, those that are running, then by the day of their last activity.
 * Within a group they keep their order.
 */
export function sessionGroups(sessions: Session[], clock: ReaderClock): SessionGroup[] {
  const all = [...new Map(sessions.map(session => [session.id, session])).values()]
  const byName = Map.groupBy(all, session => groupName(session, clock))
  const months = [...byName.keys()].filter(name => !isGroupName(name))
  return [...GROUPS, ...months.sort().reverse()].flatMap(name => {
    const members = byName.get(name)
    return members ? [{ name, sessions: members }] : []
  })
}

function groupName(session: Session, clock: ReaderClock): SessionGroup['name'] {
  if (session.pendingCalls > 0) return 'needsYou'
  if (session.state === 'running') return 'running'
  const days = daysAgo(session.updatedAt, clock)
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  return days < 7 ? 'week' : (readerDate(session.updatedAt, clock).toISOString().slice(0, 7) as '2026-03')
}

export const isGroupName = (name: SessionGroup['name']): name is GroupName =>
  GROUPS.some(group => group === name)

type DateLocale = keyof typeof DATE_LOCALES

/** “February”, with the year if it is another one. */
export function monthName(month: string, locale: DateLocale, clock: ReaderClock): string {
  const name = formatted(new Date(`${month}-01`), locale, {
    month: 'long',
    ...(!sameYear(new Date(month), clock) && { year: 'numeric' }),
  })
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

/** How long ago a session was active, in the least words: “2m”, “3h”, “Tue”, “3 Nov”. */
export function sessionAge(updatedAt: string, locale: DateLocale, clock: ReaderClock): string {
  const passed = Math.max(0, clock.now - Date.parse(updatedAt))
  const days = daysAgo(updatedAt, clock)
  if (days <= 0 && passed < MINUTE)
    return new Intl.RelativeTimeFormat(DATE_LOCALES[locale], { numeric: 'auto' }).format(0, 'second')
  if (days <= 0) return passed < HOUR ? narrow(passed / MINUTE, 'minute') : narrow(passed / HOUR, 'hour')
  const date = readerDate(updatedAt, clock)
  if (days < 7) return formatted(date, locale, { weekday: 'short' })
  const day = { day: 'numeric', month: 'short' } as const
  return formatted(date, locale, sameYear(date, clock) ? day : { month: 'short', year: 'numeric' })

  function narrow(value: number, unit: 'minute' | 'hour'): string {
    const format = { style: 'unit', unit, unitDisplay: 'narrow' } as const
    return new Intl.NumberFormat(DATE_LOCALES[locale], format).format(Math.floor(value))
  }
}

/** A time whose UTC fields are those of the reader's clock, which the server does not have. */
const readerDate = (at: string, { offsetMs }: ReaderClock): Date => new Date(Date.parse(at) + offsetMs)

const daysAgo = (at: string, { now, offsetMs }: ReaderClock): number =>
  dayOf(now, offsetMs) - dayOf(Date.parse(at), offsetMs)

const dayOf = (ms: number, offsetMs: number): number => Math.floor((ms + offsetMs) / DAY)

const sameYear = (date: Date, { now, offsetMs }: ReaderClock): boolean =>
  date.getUTCFullYear() === new Date(now + offsetMs).getUTCFullYear()

const formatted = (date: Date, locale: DateLocale, format: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(DATE_LOCALES[locale], { ...format, timeZone: 'UTC' }).format(date)
