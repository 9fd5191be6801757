import { openLastingClient } from '../connection/lasting-client'

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
  const { url, holder, log } = options
  const { close } = await openLastingClient({
    url,
    name: 'presence',
    begin: client => client.query('SELECT pg_advisory_lock($1)', [holder.toString()]),
    connectMs: 2_000,
    log,
  })
  return { holder, close }
}
