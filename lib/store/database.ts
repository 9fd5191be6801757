import { PrismaPg } from '@prisma/adapter-pg'
import { Prisma, PrismaClient } from './generated/client'

export type Database = PrismaClient

/** An open transaction, or the database itself where one statement is enough. */
export type Tx = Prisma.TransactionClient

export function openDatabase(options: { url: string; connections: number }): Database {
  const adapter = new PrismaPg({ connectionString: options.url, max: options.connections })
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: 30_000 } })
}

/** JSON columns take plain JSON; what is not given becomes SQL NULL. */
export const json = (value: unknown): Prisma.InputJsonValue | typeof Prisma.DbNull =>
  value === undefined || value === null ? Prisma.DbNull : (value as Prisma.InputJsonValue)

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
