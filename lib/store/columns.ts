import * as z from 'zod'
import { type Instant, toInstant } from '@/lib/domain/instant'

/** A timestamp column, as Prisma gives it (Date) or as JSON made by Postgres does (text). */
export const instant = z.union([z.date(), z.string()]).transform((at): Instant => toInstant(new Date(at)))

const absent = (): undefined => undefined

/** A column that may be NULL, which the domain knows as absent. */
export const optional = <T extends z.ZodType>(column: T) => z.union([z.null().transform(absent), column])

/** The other way: absent in the domain is NULL in a row. */
export const orNull = <T>(value: T | undefined): T | null => value ?? null

export const dateOrNull = (at: Instant | undefined): Date | null => (at === undefined ? null : new Date(at))
