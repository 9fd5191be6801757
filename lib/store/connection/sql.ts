import pg from 'pg'
import { type Instant, later, toInstant } from '@/lib/domain/instant'
import { Prisma } from '../generated/client'

/**
 * Statements in SQL, as Prisma's client takes them: its transactions do, too. What asks for them need not know which
 * of the two it has.
 */
export type Sql = Pick<Prisma.TransactionClient, '$queryRaw'>

/**
 * SQL straight to the driver, each statement a transaction of its own. The loop asks all of its statements here:
 * through Prisma one costs twice the processor time, and a row of 2 MB holds up this thread three times as long
 * (decision record 027).
 */
export class PlainSql implements Sql {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  readonly $queryRaw: Sql['$queryRaw'] = (async (
    template: TemplateStringsArray | Prisma.Sql,
    ...values: unknown[]
  ) => {
    const sql = 'text' in template ? template : Prisma.sql(template, ...values)
    const { text } = sql
    return (await this.#pool.query({ name: statementName(text), text, values: sql.values, types: TYPES }))
      .rows
  }) as unknown as Sql['$queryRaw']
}

/** Statements that Postgres keeps ready in each connection; the others are read anew each time. */
const MOST_NAMES = 400
const names = new Map<string, string>()

/**
 * What is asked again and again is prepared once. Not so what asks for all columns, whatever they are: a newer
 * version may add some while this process still works.
 */
export function statementName(text: string): string {
  const cached = names.get(text)
  if (cached !== undefined) return cached
  if (names.size >= MOST_NAMES || /SELECT (\w+\.)?\*/.test(text)) return ''
  const name = `countersign_${names.size}`
  names.set(text, name)
  return name
}

const INT8S = 1016

/** As Prisma reads them. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, BigInt],
  [INT8S, text => (text.match(/-?\d+/g) ?? []).map(BigInt)],
  [pg.types.builtins.BYTEA, text => new Uint8Array(Buffer.from(text.slice('\\x'.length), 'hex'))],
])
const TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(oid)) || pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

/** The database's time, which all processes share. */
export async function databaseNow(sql: Sql, offsetMs: number): Promise<Instant> {
  const rows = await sql.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`
  return later(toInstant(rows[0]?.now ?? new Date()), offsetMs)
}
