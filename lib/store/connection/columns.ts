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
 * Columns that change, as the domain has them. `json` names those that are written as JSON: only then are they put in
 * that form, which costs more than the rest together where a Call is about a large file.
 */
export type Changing = { plain: Record<string, Column | undefined>; json: Record<string, unknown> }

/** All of them, or those that are not what they were. What is one and the same object has not changed. */
export function columnsOf({ plain, json }: Changing, before?: Changing): Record<string, Column> {
  const isNew = (now: [string, unknown], was: Record<string, unknown> | undefined): boolean =>
    was === undefined || now[1] !== was[now[0]]
  const changed = [
    ...Object.entries(plain)
      .filter(now => isNew(now, before?.plain))
      .map(([name, value]) => [name, orNull(value)]),
    ...Object.entries(json)
      .filter(now => isNew(now, before?.json))
      .map(([name, value]) => [name, jsonText(value)]),
  ]
  return Object.fromEntries(changed)
}
