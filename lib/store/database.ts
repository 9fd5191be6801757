import { PrismaPg } from '@prisma/adapter-pg'
import { direct, LendingPool } from './direct'
import { Prisma, PrismaClient } from './generated/client'
import { JoiningClient } from './joining-client'

export type Database = PrismaClient

/** An open transaction, or the database itself where one statement is enough. */
export type Tx = Prisma.TransactionClient

/** A connection that does not come free, or cannot be made, within so long is not waited for. */
const WAIT_MS = 10_000
/** A transaction is over by then. */
const PATIENCE_MS = 30_000

type Options = { url: string; connections: number; patienceMs?: number }

export function openDatabase({ url, connections, patienceMs = PATIENCE_MS }: Options): Database {
  const pool = new LendingPool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: WAIT_MS,
    Client: JoiningClient,
  })
  const adapter = new PrismaPg(pool, { statementNameGenerator: ({ sql }) => nameOf(sql) })
  const prisma = new PrismaClient({ adapter, transactionOptions: { maxWait: WAIT_MS, timeout: patienceMs } })
  return direct({ pool, prisma, nameOf, patienceMs })
}

/** Statements that Postgres keeps ready in each connection; the others are read anew each time. */
const KEPT = 400
const names = new Map<string, string>()

/**
 * What is asked again and again is prepared once. Not so what asks for all columns, whatever they are: a newer
 * version may add some while this process still works.
 */
function nameOf(sql: string): string {
  const known = names.get(sql)
  if (known !== undefined) return known
  if (names.size >= KEPT || /SELECT (\w+\.)?\*/.test(sql)) return ''
  const name = `countersign_${names.size}`
  names.set(sql, name)
  return name
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
  isRefusal: (answer: T) => boolean,
): Promise<T> {
  try {
    return await db.$transaction(async tx => {
      const answer = await body(tx)
      if (isRefusal(answer)) throw new RolledBack(answer)
      return answer
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.answer as T
    throw error
  }
}

class RolledBack {
  constructor(readonly answer: unknown) {}
}
