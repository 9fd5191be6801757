import * as z from 'zod'
import type { TextCode } from '@/lib/messages/phrase'

/** ISO 8601 UTC with milliseconds, so that comparing two of them as text compares them in time. */
export type Instant = string

export const Instant = z.iso.datetime({ precision: 3 })

/** A time from outside, with any precision. */
export const GivenInstant = z.iso.datetime().transform(text => toInstant(new Date(text)))

/** Offsets such as `+03:00` are no names: Postgres reads their sign the other way round. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The name of a time zone: `Europe/Berlin`. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'fault.timeZone' satisfies TextCode)

export const toInstant = (at: Date | number): Instant => new Date(at).toISOString()

export const later = (at: Instant, ms: number): Instant => toInstant(Date.parse(at) + ms)

/** The earliest of the given times; undefined if there is none. */
export const earliest = (...instants: (Instant | null | undefined)[]): Instant | undefined =>
  instants.filter(at => at != null).sort()[0]

/**
 * Whether a time lies ahead, at most `most` milliseconds away. A time further ahead was written by a clock that has
 * been set back since, and counts as reached.
 */
export const isStillAhead = (at: Instant, now: Instant, most: number): boolean =>
  at > now && at <= later(now, most)

export const msBetween = (from: Instant, to: Instant): number => Date.parse(to) - Date.parse(from)
