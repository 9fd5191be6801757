import { Prisma } from '../generated/client'
import type { Database, Tx } from './database'

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
