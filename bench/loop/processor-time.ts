import { readdirSync, readFileSync } from 'node:fs'
import type { Client } from 'pg'
import * as z from 'zod'

/** Milliseconds of processor time that a process has used so far, all of its threads; 0 once it is gone. */
function processorMs(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const times = threads.map(id =>
      Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
    )
    return times.reduce((sum, time) => sum + time, 0) / 1e6
  } catch {
    return 0
  }
}

const parentOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

/** What was used between two looks: milliseconds of processor time, and bytes of write-ahead log. */
export type Use = { serverMs: number; postgresMs: number; wal: number }

/** Looks at a server's processor time, and at that of all processes of the Postgres behind a connection. */
export class UseMeter {
  private constructor(
    private readonly client: Client,
    private readonly postmaster: number,
  ) {}

  static async open(client: Client): Promise<UseMeter> {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    return new UseMeter(client, parentOf(z.object({ pid: z.int() }).parse(rows[0]).pid))
  }

  /** Does something, and says what it used: what else Postgres did meanwhile counts too. */
  async over<T>(pid: number, work: () => Promise<T>): Promise<{ value: T; use: Use }> {
    const before = await this.look(pid)
    const value = await work()
    const after = await this.look(pid)
    let postgresMs = 0
    for (const [id, ms] of after.postgres) postgresMs += ms - (before.postgres.get(id) ?? 0)
    return { value, use: { serverMs: after.server - before.server, postgresMs, wal: after.wal - before.wal } }
  }

  private async look(pid: number): Promise<{ server: number; postgres: Map<number, number>; wal: number }> {
    const { rows } = await this.client.query(
      "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal",
    )
    const { wal } = z.object({ wal: z.number() }).parse(rows[0])
    const ids = readdirSync('/proc').map(Number).filter(Number.isInteger)
    const children = ids.filter(id => id === this.postmaster || parentOf(id) === this.postmaster)
    return { wal, server: processorMs(pid), postgres: new Map(children.map(id => [id, processorMs(id)])) }
  }
}
