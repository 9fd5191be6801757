import * as z from 'zod'

/** ISO 8601 UTC with milliseconds, so that comparing two of them as text compares them in time. */
export type Instant = string

export const Instant = z.iso.datetime({ precision: 3 })

export const toInstant = (at: Date | number): Instant => new Date(at).toISOString()

export const later = (at: Instant, ms: number): Instant => toInstant(Date.parse(at) + ms)

/** The earliest of those given; undefined where none is. */
export const earliest = (...instants: (Instant | null | undefined)[]): Instant | undefined =>
  instants.filter(at => at != null).sort()[0]

export const msBetween = (from: Instant, to: Instant): number => Date.parse(to) - Date.parse(from)
