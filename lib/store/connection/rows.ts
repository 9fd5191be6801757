import { Prisma } from '../generated/client'
import { jsonText } from './database'
import type { Sql } from './sql'

/** What is absent is NULL, and an object is JSON. */
type Values = Record<string, unknown>

/** What becomes of a new row that is there already: nothing, or, where these columns are the same, it is replaced. */
type Conflict = { skip: true } | { replace: string[] }

type Insert = { table: string; rows: Values[]; conflict: Conflict | undefined }
type Update = { table: string; id: string; set: Values }
type Removal = { table: string; ids: string[] }
type Part = { name: string; sql: Prisma.Sql }

/** The part of a statement that all of its writes depend on: they select from it. */
export const GUARD = Prisma.raw('guard')

/**
 * The rows that one commit writes, gathered while it is decided what they are and sent as one statement. What a new
 * row becomes meanwhile is written as it is in the end, and of an old one only what changed.
 */
export class Rows {
  readonly #inserts: Insert[] = []
  #updates: Update[] = []
  readonly #removals: Removal[] = []
  readonly #parts: Part[] = []
  /** Whether the policy moves with them. */
  movesPolicy = false

  /** New rows. */
  insert(table: string, rows: Values[], conflict?: Conflict): void {
    if (rows.length === 0) return
    const insert = this.#inserts.find(other => other.table === table)
    if (insert) insert.rows.push(...rows)
    else this.#inserts.push({ table, rows: [...rows], conflict })
  }

  /** What changes in one row. That it is not there is a bug, and an error. */
  update(table: string, id: string, set: Values): void {
    if (Object.keys(set).length === 0) return
    const row =
      this.#new(table, id) ?? this.#updates.find(other => other.table === table && other.id === id)?.set
    if (row) Object.assign(row, set)
    else this.#updates.push({ table, id, set: { ...set } })
  }

  /** The same by the whole row: what is one and the same object has not changed, and is not sent. */
  change(table: string, id: string, { before, after }: { before: Values; after: Values }): void {
    const names = Object.keys({ ...before, ...after }).filter(name => after[name] !== before[name])
    this.update(table, id, Object.fromEntries(names.map(name => [name, after[name]])))
  }

  remove(table: string, ids: string[]): void {
    const stored = ids.filter(id => !this.#new(table, id))
    for (const insert of this.#inserts.filter(one => one.table === table))
      insert.rows = insert.rows.filter(row => !ids.includes(String(row.id)))
    this.#updates = this.#updates.filter(one => one.table !== table || !ids.includes(one.id))
    if (stored.length > 0) this.#removals.push({ table, ids: stored })
  }

  /** Another write, which must select from GUARD. Gives its name, from which those added after it may select. */
  add(sql: Prisma.Sql): Prisma.Sql {
    const name = `a${this.#parts.length}`
    this.#parts.push({ name, sql })
    return Prisma.raw(name)
  }

  /**
   * Writes all of it, if `guard` finds a row, and tells whether it did. Whatever fails, nothing of it is written.
   */
  async write(sql: Sql, guard: Prisma.Sql = Prisma.sql`SELECT 1 AS one`): Promise<boolean> {
    const changed = this.#updates.map((update, index) => ({ name: `u${index}`, sql: updateOf(update) }))
    const parts = [
      ...changed,
      ...this.#inserts
        .filter(({ rows }) => rows.length > 0)
        .map((insert, index) => ({ name: `i${index}`, sql: insertOf(insert) })),
      ...this.#removals.map((removal, index) => ({ name: `d${index}`, sql: removalOf(removal) })),
      ...this.#parts,
    ]
    const rows = await sql.$queryRaw<unknown[]>(statementOf(guard, parts, changed))
    return rows.length > 0
  }

  #new(table: string, id: string): Values | undefined {
    return this.#inserts.find(insert => insert.table === table)?.rows.find(row => row.id === id)
  }
}

/** Postgres says so itself, before anything is committed. */
const MISSING = 'A row that was to be changed is not there.'

function statementOf(guard: Prisma.Sql, parts: Part[], changed: Part[]): Prisma.Sql {
  const named = parts.map(({ name, sql }) => Prisma.sql`, ${Prisma.raw(name)} AS (${sql})`)
  const counts = changed.map(({ name }) => `(SELECT count(*) FROM ${name})`).join(' + ') || '0'
  return Prisma.sql`WITH guard AS MATERIALIZED (${guard})${named.length > 0 ? Prisma.join(named, '') : Prisma.empty}
    SELECT (CASE WHEN ${Prisma.raw(`${counts} = ${changed.length}`)} THEN '1' ELSE ${Prisma.raw(`'${MISSING}'`)} END)::int
    AS written FROM guard`
}

const quoted = (name: string): string => `"${name}"`

/** Columns that are lists of texts: any other list is JSON. */
const LISTS = new Set(['append', 'hashes', 'payloads', 'subjects', 'tags', 'types'])

function sent(name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value instanceof Uint8Array || LISTS.has(name)) return value ?? null
  return jsonText(value)
}

export const assignments = (set: Values): Prisma.Sql =>
  Prisma.join(
    Object.entries(set).map(
      ([name, value]) => Prisma.sql`${Prisma.raw(quoted(name))} = ${sent(name, value)}`,
    ),
  )

const updateOf = ({ table, id, set }: Update): Prisma.Sql =>
  Prisma.sql`UPDATE ${Prisma.raw(quoted(table))} t SET ${assignments(set)} FROM guard WHERE t.id = ${id}::uuid RETURNING 1`

/** The first branch, which gives nothing, tells Postgres the types of the values in the others. */
function insertOf({ table, rows, conflict }: Insert): Prisma.Sql {
  const names = [...new Set(rows.flatMap(Object.keys))]
  const [into, columns] = [Prisma.raw(quoted(table)), Prisma.raw(names.map(quoted).join(', '))]
  const values = rows.map(
    row => Prisma.sql` UNION ALL SELECT ${Prisma.join(names.map(name => sent(name, row[name])))}`,
  )
  const each = Prisma.raw(names.map(name => `v.${quoted(name)}`).join(', '))
  return Prisma.sql`INSERT INTO ${into} (${columns}) SELECT ${each} FROM guard, (
    SELECT ${columns} FROM ${into} WHERE false${Prisma.join(values, '')}) v ${conflictOf(conflict, names)}`
}

function conflictOf(conflict: Conflict | undefined, names: string[]): Prisma.Sql {
  if (!conflict) return Prisma.empty
  if ('skip' in conflict) return Prisma.raw('ON CONFLICT DO NOTHING')
  const set = names.map(name => `${quoted(name)} = excluded.${quoted(name)}`).join(', ')
  return Prisma.raw(`ON CONFLICT (${conflict.replace.map(quoted).join(', ')}) DO UPDATE SET ${set}`)
}

const removalOf = ({ table, ids }: Removal): Prisma.Sql =>
  Prisma.sql`DELETE FROM ${Prisma.raw(quoted(table))} t USING guard WHERE t.id = ANY(${ids}::uuid[])`
