import { connect, createServer, type Socket } from 'node:net'
import * as z from 'zod'
import { cstring, MessageReader, readParse } from '@/test/faults/wire-messages'

/** What went over the wire to Postgres: statements by their text, and how often an answer was waited for. */
export type Counted = { statements: Map<string, number>; roundTrips: number; commits: number }

export type StatementCounter = {
  databaseUrl: string
  /** What was counted since it was last asked for. */
  take: () => Counted
  close: () => Promise<void>
}

const nothing = (): Counted => ({ statements: new Map(), roundTrips: 0, commits: 0 })

/** Lies between a server and its Postgres and counts; it slows both down, so nothing is timed through it. */
export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let counted = nothing()
  const count = (sql: string): void => {
    const text = sql.replace(/\s+/g, ' ').trim()
    counted.statements.set(text, (counted.statements.get(text) ?? 0) + 1)
    if (/^commit/i.test(text)) counted.commits += 1
  }
  const server = createServer({ noDelay: true }, client => {
    const upstream = connect({ host: hostname, port: Number(port || 5432), noDelay: true })
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy()).on('close', () => other.destroy() && sockets.delete(one))
    }
    upstream.pipe(client)
    const prepared = new Map<string, string>()
    let bound = ''
    const reader = new MessageReader(true)
    client.on('data', chunk => {
      for (const { type, body } of reader.read(chunk)) {
        if (type === '') reader.startup = false
        else if (type === 'Q') count(cstring(body).text)
        else if (type === 'P') {
          const { name, sql } = readParse(body)
          prepared.set(name, sql)
        } else if (type === 'B') bound = cstring(body, cstring(body).next).text
        else if (type === 'E') count(prepared.get(bound) ?? '')
        if (type === 'Q' || type === 'S') counted.roundTrips += 1
      }
      upstream.write(chunk)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(z.object({ port: z.int() }).parse(server.address()).port)
  url.searchParams.set('sslmode', 'disable')
  return {
    databaseUrl: url.href,
    take: () => {
      const taken = counted
      counted = nothing()
      return taken
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

export const statementsIn = ({ statements }: Counted): number =>
  [...statements.values()].reduce((sum, times) => sum + times, 0)
