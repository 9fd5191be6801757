import { connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { openConnections } from '@/lib/store/connection/database'
import { migrate } from '@/scripts/postgres/migrate.mjs'
import { createTestDatabase } from '../database/database'
import { cstring, MessageReader } from './wire-messages'

/** What a pooler takes when a connection begins; anything else it refuses. */
const PARAMETERS = ['user', 'database', 'client_encoding', 'application_name']
const REFUSAL = 'SFATAL\0C08P01\0Munsupported startup parameter\0\0'

/**
 * As PgBouncer does it: whoever connects signs in on a connection of their own, which then belongs to the pool. It is
 * given for a transaction to whoever asks next, or for as long as its person stays.
 */
class Pooler {
  readonly #idle: Socket[] = []

  constructor(
    readonly mode: 'transaction' | 'session',
    readonly target: URL,
  ) {}

  accept = (client: Socket): void => {
    let upstream: Socket | undefined = connect(Number(this.target.port), this.target.hostname)
    const fromClient = new MessageReader(true)
    const pass = (socket: Socket): void => {
      const fromServer = new MessageReader(false)
      socket.removeAllListeners('data').on('data', chunk => {
        for (const { type, body, bytes } of fromServer.read(chunk)) {
          client.write(bytes)
          if (type !== 'Z' || body.toString() !== 'I' || this.mode === 'session') continue
          upstream = undefined
          this.#idle.push(socket)
        }
      })
    }
    pass(upstream)
    client.on('error', () => undefined)
    client.on('data', chunk => {
      for (const { body, bytes, type } of fromClient.read(chunk)) {
        if (fromClient.startup && namesIn(body).some(name => !PARAMETERS.includes(name))) {
          client.end(
            Buffer.concat([Buffer.from('E\0\0\0'), Buffer.from([4 + REFUSAL.length]), Buffer.from(REFUSAL)]),
          )
          return
        }
        fromClient.startup = false
        if (type === 'X') return
        if (!upstream) {
          upstream = this.#idle.pop() as Socket
          pass(upstream)
        }
        upstream.write(bytes)
      }
    })
  }
}

/** The names of the parameters of a first message, behind its version. */
function namesIn(body: Buffer): string[] {
  const names: string[] = []
  for (let at = 4; body[at]; ) {
    const { text, next } = cstring(body, at)
    names.push(text)
    at = cstring(body, next).next
  }
  return names
}

async function through(mode: Pooler['mode'], databaseUrl: string): Promise<string> {
  const server = createServer(new Pooler(mode, new URL(databaseUrl)).accept)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = z.object({ port: z.int() }).parse(server.address())
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return url.href
}

test('one that shares connections by the transaction is refused at the start; by the session all goes on as without', async () => {
  const { adminUrl, drop } = await createTestDatabase()
  onTestFinished(drop)
  await expect(migrate({ url: await through('transaction', adminUrl) })).rejects.toThrow(
    /pooler.*DATABASE_URL/,
  )
  const url = await through('session', adminUrl)
  expect(await migrate({ url })).toEqual([])
  const { db, close } = openConnections({ url, connections: 2 })
  onTestFinished(close)
  expect(await db.$transaction(tx => tx.memory.findMany())).toEqual([])
})
