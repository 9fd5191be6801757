import type { Database, Tx } from './database'
import { Prisma } from './generated/client'

/** Reads in one transaction that sees one moment, so that what several statements find agrees. */
export const inSnapshot = <T>(
  db: Database,
  body: (tx: Tx) => Promise<T>,
  more: { timeout?: number; maxWait?: number } = {},
): Promise<T> =>
  db.$transaction(body, { ...more, isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead })
