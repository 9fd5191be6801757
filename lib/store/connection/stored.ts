import * as z from 'zod'
import { isSetAside } from '@/lib/domain/call/call-state'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { toInstant } from '@/lib/domain/instant'
import { isObject } from '@/lib/text/json/json-value'

/**
 * What is stored outlives the program: rows were written by older ones, and are written by newer ones beside this one.
 * Every JSON column and every Event is read through this, so that none of them stands in the way of others:
 *  - keys that are not known are kept, within the columns;
 *  - keys that are missing get their default, where the schema has one (see `withDefaults`);
 *  - with a kind that is not known (of a state, a reason, a mode …) it is passed on as it is, and is `unknown`;
 *  - what cannot be read is null, or has `instead` in the place of some columns, and is `unreadable`.
 * What is marked is shown, and never worked on: see `whole`.
 */
export function stored<T extends z.ZodType>(schema: T, instead?: object): Stored<T> {
  return value => {
    if (!isObject(value)) return null
    const read = schema.safeParse(value)
    if (read.success) return withOtherKeys(value, read.data) as z.output<T>
    if (read.error.issues.every(isUnknownKind)) return { ...plain(value), unknown: true } as z.output<T>
    const rest = instead && schema.safeParse({ ...value, ...instead })
    return rest?.success ? ({ ...(rest.data as object), unreadable: true } as z.output<T>) : null
  }
}

type Stored<T extends z.ZodType> = (value: unknown) => z.output<T> | null

/** A kind, or a text of a form, that only another version knows. */
const isUnknownKind = (issue: z.core.$ZodIssue): boolean =>
  ['invalid_value', 'invalid_format', 'custom'].includes(issue.code) ||
  (issue.code === 'invalid_union' &&
    (issue.errors.length === 0 || issue.errors.some(issues => issues.every(isUnknownKind))))

/** A row as JSON has it. */
const plain = (row: object): object =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, value instanceof Date ? toInstant(value) : value]),
  )

/** The columns that were read, and in each of them also the keys that its schema does not name. */
const withOtherKeys = (value: Record<string, unknown>, read: unknown): object =>
  Object.fromEntries(
    Object.entries(read as object).map(([column, part]) => [column, completed(value[column], part)]),
  )

function completed(value: unknown, read: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(read)) return read.map((part, at) => completed(value[at], part))
  if (value === read || !isObject(value) || !isObject(read)) return read
  return { ...value, ...withOtherKeys(value, read) }
}

/** Something that is stored cannot be worked on by this program: a newer one made it, or something broke it. */
export class NotReadable extends Error {
  constructor(readonly what: string) {
    super(`${what} is stored in a way that this version cannot read.`)
  }

  toRefusal(): Refusal {
    return refuse(
      'unavailable',
      `${this.message} Nothing is done with it here: use the version that stored it.`,
      { title: 'Not readable by this version' },
    )
  }
}

/** What was read, if there is nothing in it that this program does not know. */
export function whole<T extends object>(what: string, read: T | null): T {
  if (read === null || isSetAside(read)) throw new NotReadable(what)
  return read
}

/** What can be shown of it. */
export function orThrowUnreadable<T>(what: string, read: T | null): T {
  if (read === null) throw new NotReadable(what)
  return read
}

/** The rows of a list. One that cannot be read is told by its id alone, and keeps none of the others away. */
export const listed = <T>(read: (row: unknown) => T | null, rows: readonly unknown[]): T[] =>
  rows.map(row => read(row) ?? ({ id: isObject(row) ? row.id : null, unreadable: true } as T))

/** Keys that came later than a row have these values in it. */
export const withDefaults = <T extends z.ZodObject>(schema: T, defaults: Partial<z.input<T>>) =>
  z.preprocess(value => (isObject(value) ? { ...defaults, ...value } : value), schema)
