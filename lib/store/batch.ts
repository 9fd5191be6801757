import type { Tx } from './database'
import { AND_COMMIT } from './joining-client'

/** A value as it is sent: times as their text, JSON as its text. */
export type Column = string | number | boolean | null | string[] | Uint8Array
type Columns = Record<string, Column>

/**
 * New rows of a table, or what changes in one row. Those that are `there` already are left as they are; one with the
 * same columns as a new one `over` these takes its place.
 */
export type RowWrite =
  | { insert: string; rows: Columns[]; there?: 'skip'; over?: string[] }
  | { update: string; id: string; set: Columns }
  | { update: string; key: Columns; set: Columns }

const batches = new WeakMap<object, Batch>()

export type Batched = {
  tx: Tx
  flush: (last?: 'and commit') => Promise<void>
  onOther: (listener: () => void) => void
}

/**
 * A transaction whose writes of rows wait for one another and go out as one statement: before anything else is
 * asked of it, so that every read finds them, and at the latest with `flush`. `onOther` is told where something is
 * written in another way.
 */
export function batched(tx: Tx): Batched {
  const batch = new Batch(tx)
  const through = new Proxy(tx, {
    get: (target, name) => afterFlush(batch, target, name),
  })
  batches.set(through, batch)
  const onOther = (listener: () => void): void => void batch.listeners.push(listener)
  return { tx: through, flush: last => batch.flush(last), onOther }
}

const READS = /^(find|count|aggregate|groupBy|\$queryRaw(Unsafe)?$)/

/** Everything that can be asked of a transaction is a method of its own, or of one of its tables. */
function afterFlush(batch: Batch, of: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(of, name)
  if (typeof member === 'function') {
    return async (...given: unknown[]) => {
      if (batch.isWaiting) await batch.flush()
      if (!READS.test(String(name))) for (const listener of batch.listeners) listener()
      return Reflect.apply(member, of, given)
    }
  }
  if (typeof member !== 'object' || member === null) return member
  return new Proxy(member, {
    get: (table, name) => afterFlush(batch, table, name),
  })
}

/** Writes rows: at once, or together with the others of a batched transaction. Where nothing changes nothing is written. */
export async function put(tx: Tx, write: RowWrite): Promise<void> {
  if ('set' in write && Object.keys(write.set).length === 0) return
  const batch = batches.get(tx)
  if (batch) await batch.add(write)
  else await send(tx, [write])
}

class Batch {
  #writes: RowWrite[] = []
  readonly listeners: (() => void)[] = []

  constructor(private readonly tx: Tx) {}

  get isWaiting(): boolean {
    return this.#writes.length > 0
  }

  async add(write: RowWrite): Promise<void> {
    const earlier = this.#writes.find(other => tableOf(other) === tableOf(write))
    if (!earlier) this.#writes.push(write)
    else if (!isJoined(earlier, write)) {
      await this.flush()
      this.#writes.push(write)
    }
  }

  async flush(last?: 'and commit'): Promise<void> {
    const writes = this.#writes
    this.#writes = []
    if (writes.length > 0) await send(this.tx, writes, last)
  }
}

const tableOf = (write: RowWrite): string => ('insert' in write ? write.insert : write.update)

/**
 * Adds a write to an earlier one of its table. It is not for rows of which one must be changed before the other
 * may be, nor for one that is new: the parts of a statement happen in no order.
 */
function isJoined(earlier: RowWrite, write: RowWrite): boolean {
  if ('insert' in earlier && 'insert' in write && earlier.there === write.there) {
    earlier.rows.push(...write.rows)
    return true
  }
  if (!('id' in earlier && 'id' in write && earlier.id === write.id)) return false
  Object.assign(earlier.set, write.set)
  return true
}

/** A row that is to be changed and is not there is an error, as everything else that cannot be written. */
async function send(tx: Tx, writes: RowWrite[], last?: 'and commit'): Promise<void> {
  const values: Column[] = []
  const slot = (value: Column): string => `$${values.push(value)}`
  const parts = writes.map((write, at) => `w${at} AS (${sqlOf(write, slot)})`)
  const changes = writes.flatMap((write, at) => ('update' in write ? [`(SELECT count(*) FROM w${at})`] : []))
  const isWhole = `(${changes.join(' + ') || '0'}) = ${changes.length}`
  const sql = `WITH ${parts.join(', ')} SELECT (CASE WHEN ${isWhole} THEN '1' ELSE '${MISSING}' END)::int ${last ? AND_COMMIT : ''}`
  await tx.$queryRawUnsafe(sql, ...values)
}

/** Postgres says so itself, before it commits. */
const MISSING = 'A row that was to be changed is not there.'

function sqlOf(write: RowWrite, slot: (value: Column) => string): string {
  if ('update' in write) {
    const set = Object.entries(write.set).map(([name, value]) => `"${name}" = ${slot(value)}`)
    const where =
      'id' in write
        ? `id = ${slot(write.id)}::uuid`
        : Object.entries(write.key)
            .map(([name, value]) => `"${name}" = ${slot(value)}`)
            .join(' AND ')
    return `UPDATE "${write.update}" SET ${set.join(', ')} WHERE ${where} RETURNING 1`
  }
  const names = Object.keys(write.rows[0] ?? {})
  const rows = write.rows.map(row => `(${names.map(name => slot(row[name] ?? null)).join(', ')})`)
  const skip =
    write.there === 'skip' ? ' ON CONFLICT DO NOTHING' : write.over ? inPlaceOf(names, write.over) : ''
  return `INSERT INTO "${write.insert}" ("${names.join('", "')}") VALUES ${rows.join(', ')}${skip}`
}

const inPlaceOf = (names: string[], over: string[]): string =>
  ` ON CONFLICT ("${over.join('", "')}") DO UPDATE SET ${names.map(name => `"${name}" = excluded."${name}"`).join(', ')}`
