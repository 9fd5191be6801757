import * as z from 'zod'

/** ISO 8601 UTC with milliseconds, so that comparing two of them as text compares them in time. */
export type Instant = string

export const Instant = z.iso.datetime({ precision: 3 })

/** A time as it is given to us, of any precision. */
export const GivenInstant = z.iso.datetime().transform(text => toInstant(new Date(text)))

export const toInstant = (at: Date | number): Instant => new Date(at).toISOString()

export const later = (at: Instant, ms: number): Instant => toInstant(Date.parse(at) + ms)

/** The earliest of those given; undefined where none is. */
export const earliest = (...instants: (Instant | null | undefined)[]): Instant | undefined =>
  instants.filter(at => at != null).sort()[0]

export const msBetween = (from: Instant, to: Instant): number => Date.parse(to) - Date.parse(from)
