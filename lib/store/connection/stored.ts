import * as z from 'zod'
import { isSetAside } from '@/lib/domain/call/call-state'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'

/**
 * What is stored outlives the program: rows were written by older ones, and are written by newer ones beside this
 * one. Every JSON column and every Event is read through this, so that none of them stands in the way of others:
 *  - keys that are not known are kept, but for columns of a row;
 *  - keys that are missing get their default, where the schema has one (see `withDefaults`);
 *  - a kind that is not known (of a state, a reason, a mode …) is passed on as it is, and the whole is `unknown`;
 *  - what cannot be read has `instead` in its place, and the whole is `unreadable`; null where nothing is left.
 * What is marked is shown, and never worked on: see `whole`.
 */
export function stored<T extends z.ZodType>(
  schema: T,
  { instead = {}, keys = 'columns' }: Options = {},
): Stored<T> {
  const known = keys === 'columns' ? withinColumns(schema) : keepingKeys(schema)
  const open = openKinds(known)
  return value => {
    const read = known.safeParse(value)
    if (read.success) return read.data as z.output<T>
    const strange = open.safeParse(value)
    if (strange.success) return marked(strange.data as z.output<T>, 'unknown')
    const broken = new Set(read.error.issues.map(({ path: [column] }) => column))
    const replaced = Object.entries(instead).filter(([column]) => broken.has(column))
    if (typeof value !== 'object' || replaced.length === 0) return null
    const rest = open.safeParse({ ...value, ...Object.fromEntries(replaced) })
    return rest.success ? marked(rest.data as z.output<T>, 'unreadable') : null
  }
}

/** `instead`: of columns that cannot be read. `keys`: whether those of the value are a row's columns or its own. */
type Options = { instead?: object; keys?: 'columns' | 'own' }

export type Stored<T extends z.ZodType> = (value: unknown) => z.output<T> | null

type Mark = 'unknown' | 'unreadable'

const marked = <T>(value: T, mark: Mark): T =>
  typeof value === 'object' && value !== null ? { ...value, [mark]: true } : value

/** The marks of something that was read, for what is made of it. */
export const marksOf = (value: object): { unknown?: true; unreadable?: true } => ({
  ...('unknown' in value && value.unknown === true ? { unknown: true } : {}),
  ...('unreadable' in value && value.unreadable === true ? { unreadable: true } : {}),
})

/** Something that is stored cannot be worked on by this program: a newer one made it, or something broke it. */
export class NotReadable extends Error {
  constructor(readonly what: string) {
    super(`${what} is stored in a way that this version cannot read.`)
  }

  toRefusal(): Refusal {
    return refuse(
      'unavailable',
      `${this.message} Nothing is done with it here: use the version that stored it.`,
      {
        title: 'Not readable by this version',
      },
    )
  }
}

/** What was read, if there is nothing in it that this program does not know. */
export function whole<T extends object>(what: string, read: T | null): T {
  if (read === null || isSetAside(read)) throw new NotReadable(what)
  return read
}

/**
 * The rows of a list, each as far as it can be read: one of which nothing can is told by its id alone, so that it is
 * not missed, and keeps none of the others away.
 */
export const listed = <T>(read: (row: unknown) => T | null, rows: readonly unknown[]): T[] =>
  rows.map(row => read(row) ?? (unread(row) as T))

const unread = (row: unknown): { id: unknown; unreadable: true } => ({
  id: typeof row === 'object' && row !== null && 'id' in row ? row.id : null,
  unreadable: true,
})

/** Keys that came later than a row have these values in it. */
export const withDefaults = <T extends z.ZodObject>(schema: T, defaults: Partial<z.input<T>>) =>
  z.preprocess(value => (isFields(value) ? { ...defaults, ...value } : value), schema)

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Change = (schema: z.core.$ZodType) => z.core.$ZodType | null

/** The same schema, except that objects keep what it does not name. What is strict on purpose stays so. */
const keepingKeys = (schema: z.ZodType): z.ZodType =>
  rebuilt(schema, part => {
    const { def } = part._zod
    if (!isObject(def) || def.catchall) return null
    const shape = mapped(def.shape, inner => keepingKeys(inner as z.ZodType))
    const kept: z.core.$ZodObjectDef = { ...def, shape, catchall: z.unknown() }
    return z.core.clone(part, kept)
  })

/** The same in each column: of the row itself only what is named is of interest. */
const withinColumns = (schema: z.ZodType): z.ZodType => {
  const { def } = schema._zod
  const columns = (part: unknown): z.ZodType => keepingKeys(part as z.ZodType)
  if (isUnion(def)) {
    const rows: z.core.$ZodUnionDef = {
      ...def,
      options: def.options.map(one => withinColumns(one as z.ZodType)),
    }
    return z.core.clone(schema, rows)
  }
  if (!isObject(def)) return keepingKeys(schema)
  const row: z.core.$ZodObjectDef = { ...def, shape: mapped(def.shape, columns) }
  return z.core.clone(schema, row)
}

/** The same schema, except that any text may stand where it names kinds. */
const openKinds = (schema: z.ZodType): z.ZodType =>
  rebuilt(schema, ({ _zod: { def } }) => {
    if (def.type === 'enum' || def.type === 'string') return z.string()
    if (isLiteral(def)) return def.values.every(value => typeof value === 'string') ? z.string() : null
    return isKinds(def) ? openUnion(def) : null
  })

/** Of objects that one of their keys tells apart: a kind that is none of them is as it is. */
function openUnion({ options, discriminator }: z.core.$ZodDiscriminatedUnionDef): z.ZodType {
  const known = new Set<unknown>()
  const opened = options.map(option => {
    const { shape, ...def } = option._zod.def as z.core.$ZodObjectDef
    const kind = shape[discriminator] as z.ZodLiteral
    for (const value of kind.values) known.add(value)
    const object: z.core.$ZodObjectDef = { ...def, shape: { ...openShape(shape), [discriminator]: kind } }
    return z.core.clone(option, object)
  })
  const other = z.looseObject({}).refine(value => !known.has(value[discriminator]))
  return z.union([...opened, other])
}

const openShape = (shape: z.core.$ZodObjectDef['shape']) =>
  mapped(shape, part => openKinds(part as z.ZodType))

/** A schema in which some parts are changed, however deep they are. */
function rebuilt(schema: z.ZodType, change: Change): z.ZodType {
  const changed = change(schema)
  if (changed) return changed as z.ZodType
  const inner = (part: unknown): z.ZodType => rebuilt(part as z.ZodType, change)
  const def = schema._zod.def as unknown as Record<string, unknown>
  const parts = Object.entries(def).map(([name, part]) => {
    if (INNER.has(name) && part) return [name, inner(part)]
    if (LISTS.has(name) && Array.isArray(part)) return [name, part.map(inner)]
    if (name === 'shape') return [name, mapped(part as Record<string, unknown>, inner)]
    return [name, part]
  })
  return schema.clone(Object.fromEntries(parts))
}

const INNER = new Set(['element', 'innerType', 'valueType', 'in', 'out', 'rest'])
const LISTS = new Set(['options', 'items'])

const mapped = (shape: Record<string, unknown>, inner: (part: unknown) => z.ZodType) =>
  Object.fromEntries(Object.entries(shape).map(([key, part]) => [key, inner(part)]))

const isObject = (def: z.core.$ZodTypeDef): def is z.core.$ZodObjectDef => def.type === 'object'
const isLiteral = (def: z.core.$ZodTypeDef): def is z.core.$ZodLiteralDef<z.core.util.Literal> =>
  def.type === 'literal'
const isKinds = (def: z.core.$ZodTypeDef): def is z.core.$ZodDiscriminatedUnionDef =>
  isUnion(def) && 'discriminator' in def
const isUnion = (def: z.core.$ZodTypeDef): def is z.core.$ZodUnionDef => def.type === 'union'
