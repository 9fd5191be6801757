import * as z from 'zod'
import { type Instant, toInstant } from '@/lib/domain/instant'
import { jsonText } from './database'
import type { Column } from './rows'

/** A timestamp column, as Prisma gives it (Date) or as JSON made by Postgres does (text). */
export const instant = z.union([z.date(), z.string()]).transform((at): Instant => toInstant(new Date(at)))

const absent = (): undefined => undefined

/** A column that may be NULL, which the domain knows as absent. */
export const optional = <T extends z.ZodType>(column: T) => z.union([z.null().transform(absent), column])

/** The other way: absent in the domain is NULL in a row. */
export const orNull = <T>(value: T | undefined): T | null => value ?? null

export const dateOrNull = (at: Instant | undefined): Date | null => (at === undefined ? null : new Date(at))

/**
 * Columns as they are sent: all of them, or those that are not what they were. What is one and the same object has not
 * changed, and only what has is put into JSON, which costs more than the rest where a Call is about a large file.
 */
export function columnsOf(
  now: Record<string, unknown>,
  before?: Record<string, unknown>,
): Record<string, Column> {
  const changed = Object.entries(now).filter(
    ([name, value]) => before === undefined || value !== before[name],
  )
  return Object.fromEntries(
    changed.map(([name, value]) => [
      name,
      typeof value === 'object' ? jsonText(value) : orNull(value as Column | undefined),
    ]),
  )
}
