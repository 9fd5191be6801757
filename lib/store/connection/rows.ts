import { Prisma } from '../generated/client'
import type { Sql } from './sql'

/** A value as it is sent: times as their text, JSON as its text. */
export type Column = string | number | boolean | null | (string | null)[] | Uint8Array
type Columns = Record<string, Column>

/** What becomes of a new row that is there already: nothing, or, where these columns are the same, it is replaced. */
type Conflict = { skip: true } | { replace: string[] }

/** What is absent is NULL. */
type NewRow = Record<string, Column | undefined>

type Insert = { table: string; rows: NewRow[]; conflict: Conflict | undefined }
type Update = { table: string; id: string; set: Columns }
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

  /** New rows. */
  insert(table: string, rows: NewRow[], conflict?: Conflict): void {
    if (rows.length === 0) return
    const known = this.#inserts.find(insert => insert.table === table)
    if (known) known.rows.push(...rows)
    else this.#inserts.push({ table, rows: [...rows], conflict })
  }

  /** What changes in one row. That it is not there is a bug, and an error. */
  update(table: string, id: string, set: Columns): void {
    if (Object.keys(set).length === 0) return
    const known = this.#new(table, id) ?? this.#updates.find(one => one.table === table && one.id === id)?.set
    if (known) Object.assign(known, set)
    else this.#updates.push({ table, id, set: { ...set } })
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

  /** What was to change in a row, for whoever changes it in another way. */
  take(table: string, id: string): Columns {
    const index = this.#updates.findIndex(one => one.table === table && one.id === id)
    return index === -1 ? {} : (this.#updates.splice(index, 1)[0]?.set ?? {})
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
    const rows = await sql.$queryRaw<unknown[]>(statementOf({ guard, parts, changed }))
    return rows.length > 0
  }

  #new(table: string, id: string): NewRow | undefined {
    return this.#inserts.find(insert => insert.table === table)?.rows.find(row => row.id === id)
  }
}

/** Postgres says so itself, before anything is committed. */
const MISSING = 'A row that was to be changed is not there.'

function statementOf({
  guard,
  parts,
  changed,
}: {
  guard: Prisma.Sql
  parts: Part[]
  changed: Part[]
}): Prisma.Sql {
  const named = parts.map(({ name, sql }) => Prisma.sql`, ${Prisma.raw(name)} AS (${sql})`)
  const counts = changed.map(({ name }) => `(SELECT count(*) FROM ${name})`).join(' + ') || '0'
  return Prisma.sql`WITH guard AS MATERIALIZED (${guard})${named.length > 0 ? Prisma.join(named, '') : Prisma.empty}
    SELECT (CASE WHEN ${Prisma.raw(`${counts} = ${changed.length}`)} THEN '1' ELSE ${Prisma.raw(`'${MISSING}'`)} END)::int
    AS written FROM guard`
}

const quoted = (name: string): string => `"${name}"`

export const assignments = (set: Columns): Prisma.Sql =>
  Prisma.join(Object.entries(set).map(([name, value]) => Prisma.sql`${Prisma.raw(quoted(name))} = ${value}`))

const updateOf = ({ table, id, set }: Update): Prisma.Sql =>
  Prisma.sql`UPDATE ${Prisma.raw(quoted(table))} t SET ${assignments(set)} FROM guard WHERE t.id = ${id}::uuid RETURNING 1`

/** The first branch, which gives nothing, tells Postgres the types of the values in the others. */
function insertOf({ table, rows, conflict }: Insert): Prisma.Sql {
  const names = [...new Set(rows.flatMap(Object.keys))]
  const [into, columns] = [Prisma.raw(quoted(table)), Prisma.raw(names.map(quoted).join(', '))]
  const values = rows.map(
    row => Prisma.sql` UNION ALL SELECT ${Prisma.join(names.map(name => row[name] ?? null))}`,
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
