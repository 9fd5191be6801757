import * as z from 'zod'
import { Instant, toInstant } from '@/lib/domain/instant'

/** A timestamp column, as Prisma gives it (Date) or as JSON made by Postgres does (text). */
export const instant = z.union([z.date(), z.string()]).transform((at): Instant => toInstant(new Date(at)))

/** A column that may be NULL, which the domain knows as absent. */
export const optional = <T extends z.ZodType>(column: T) =>
  z.union([z.null().transform((): undefined => undefined), column])

/** The columns of something that is stored as the domain has it: what is absent is NULL, and a time a timestamp. */
export function columnsOf<S extends z.ZodRawShape>(fields: z.ZodObject<S>): z.ZodObject<S> {
  const column = (field: z.ZodType): z.ZodType => {
    if (field instanceof z.ZodOptional) return optional(column(field.unwrap() as z.ZodType))
    return field === Instant ? instant : field
  }
  const columns = Object.entries(fields.shape).map(([name, field]) => [name, column(field as z.ZodType)])
  return z.object(Object.fromEntries(columns)) as unknown as z.ZodObject<S>
}
