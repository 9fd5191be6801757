import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import type { Refusal } from '@/lib/domain/contract/problem'
import { Prisma, PrismaClient } from '../generated/client'
import { PlainSql, type Sql, statementName } from './sql'

/** Tables, and transactions over several of them. */
export type Database = PrismaClient

/** An open transaction, or the database itself where one statement is enough. */
export type Tx = Prisma.TransactionClient

/** A connection that does not come free, or cannot be made, within so long is not waited for. */
const WAIT_MS = 10_000
/** A transaction is over by then, and each statement. */
const PATIENCE_MS = 30_000

type Options = { url: string; connections: number; patienceMs?: number }

type Connections = { db: Database; sql: Sql; close: () => Promise<void> }

/** One pool of connections, asked by tables or in SQL. */
export function openConnections({ url, connections, patienceMs = PATIENCE_MS }: Options): Connections {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: WAIT_MS,
    // Whoever waits on a network that has gone is told.
    query_timeout: patienceMs,
    // A process that sleeps holds its locks no longer than one that is awake. As a parameter of the start poolers refuse it.
    onConnect: client => client.query(`SET idle_in_transaction_session_timeout = ${patienceMs}`),
  })
  // What becomes of a connection, whoever asks something of it is told.
  const ignore = (): void => undefined
  pool.on('error', ignore)
  pool.on('connect', client => client.on('error', ignore))
  const adapter = new PrismaPg(pool, { statementNameGenerator: ({ sql }) => statementName(sql) })
  const db = new PrismaClient({ adapter, transactionOptions: { maxWait: WAIT_MS, timeout: patienceMs } })
  const close = async (): Promise<void> => {
    await db.$disconnect()
    await pool.end()
  }
  return { db, sql: new PlainSql(pool), close }
}

/** JSON columns take plain JSON; what is not given becomes SQL NULL. */
export const json = (value: unknown): Prisma.InputJsonValue | typeof Prisma.DbNull =>
  value === undefined || value === null ? Prisma.DbNull : (value as Prisma.InputJsonValue)

/** JSON as its text, for statements that take it so. */
export const jsonText = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value)

/** A JSON column that cannot be NULL. */
export const jsonValue = (value: unknown): Prisma.InputJsonValue => value as Prisma.InputJsonValue

/** Runs a body in a transaction that a Refusal rolls back. */
export async function inTransaction<T>(
  db: Database,
  body: (tx: Tx) => Promise<T>,
  { isRefusal, timeout }: { isRefusal: (answer: T) => boolean; timeout?: number | undefined },
): Promise<T> {
  const whole = async (tx: Tx): Promise<T> => {
    const answer = await body(tx)
    if (isRefusal(answer)) throw new RolledBack(answer)
    return answer
  }
  try {
    return await db.$transaction(whole, timeout === undefined ? {} : { timeout })
  } catch (error) {
    if (error instanceof RolledBack) return error.answer as T
    throw error
  }
}

class RolledBack {
  constructor(readonly answer: unknown) {}
}

/** Reads in one transaction that sees one moment, so that what several statements find agrees. */
export const inSnapshot = <T>(
  db: Database,
  body: (tx: Tx) => Promise<T>,
  more: { timeout?: number; maxWait?: number } = {},
): Promise<T> =>
  db.$transaction(
    async tx => {
      if (more.timeout !== undefined) {
        await tx.$queryRaw`SELECT set_config('idle_in_transaction_session_timeout', ${String(more.timeout)}, true)`
      }
      return body(tx)
    },
    { ...more, isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead },
  )

/** What a change gives, or `refusal` where another row has what only one may have, such as a name. */
export const unlessTaken = <T>(change: Promise<T>, refusal: Refusal): Promise<T | Refusal> =>
  change.catch((error: unknown) => {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') return refusal
    throw error
  })
