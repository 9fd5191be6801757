import pg from 'pg'

export type ProcessLock = { holder: bigint; close: () => Promise<void> }

/**
 * Holds an advisory lock, on a connection of its own, for as long as this process lives: a hint for others, that they
 * need not wait as long for one that is gone. Where the connection breaks the lock is taken anew, and nothing is lost.
 */
export async function openProcessLock(options: {
  url: string
  holder: bigint
  log: (message: string, error: unknown) => void
}): Promise<ProcessLock> {
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined
  const open = async (): Promise<void> => {
    const fresh = new pg.Client({
      connectionString: options.url,
      keepAlive: true,
      application_name: 'countersign presence',
      connectionTimeoutMillis: 2_000,
    })
    fresh.on('error', error => lost(fresh, error))
    fresh.on('end', () => lost(fresh, new Error('The connection ended.')))
    await fresh.connect()
    await fresh.query('SELECT pg_advisory_lock($1)', [options.holder.toString()])
    client = fresh
  }
  const reopen = (): void => {
    open().catch(error => {
      options.log('The presence lock cannot be taken', error)
      if (!closed) retry = setTimeout(reopen, 500)
    })
  }
  const lost = (broken: pg.Client, error: unknown): void => {
    if (client !== broken || closed) return
    client = null
    options.log('The presence lock was lost', error)
    retry = setTimeout(reopen, 250)
  }
  await open()
  return {
    holder: options.holder,
    close: async () => {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
