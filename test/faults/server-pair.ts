import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ServerProcess, startServer } from '../http/server-process'
import { type PostgresProxy, startPostgresProxy } from './postgres-proxy'
import { descendantsOf } from './processes'
import { isSessionFact } from './session-facts'
import type { SweepDatabase } from './sweep-database'

/**
 * Two production servers of one installation: one database, one workspace. What goes wrong goes wrong for `victim`,
 * which reaches the database through `proxy`; `peer` is well all the time.
 */
export type ServerPair = {
  victim: ServerProcess
  peer: ServerProcess
  proxy: PostgresProxy
  workspace: string
  /** Stops the victim where it stands, as a machine that goes to sleep does; it can still be woken. */
  freeze: () => void
  thaw: () => void
  close: () => Promise<void>
}

export async function openServerPair({ folder, databaseUrl }: SweepDatabase): Promise<ServerPair> {
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace, { recursive: true })
  const proxy = await startPostgresProxy({ databaseUrl, counts: isSessionFact })
  const env = { COUNTERSIGN_WORKSPACE: workspace }
  const victim = await startServer({ databaseUrl: proxy.through(databaseUrl), dataDir: folder, env })
  const peer = await startServer({ databaseUrl, dataDir: folder, env })
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of [victim.pid, ...descendantsOf(victim.pid).map(one => one.pid)]) process.kill(pid, name)
  }
  return {
    victim,
    peer,
    proxy,
    workspace,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    close: async () => {
      signal('SIGCONT')
      await Promise.all([victim.stop(), peer.stop()])
      await proxy.close()
    },
  }
}
