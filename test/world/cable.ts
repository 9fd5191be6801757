import net from 'node:net'
import type { TestDatabase } from '../database/database'

/**
 * A cable between a process under test and Postgres. Cut, the process is dead to the database and to every
 * other process: its connections and locks are gone and it cannot write again, whatever it still does.
 * Frozen, nothing moves in either direction and nobody is told, as when a process is paused; what was under
 * way arrives when it thaws.
 */
export type Cable = { url: string; cut: () => void; freeze: () => void; thaw: () => void }

/** A database, and all that was sent to it, by connection. */
export async function tapped(database: TestDatabase): Promise<TestDatabase & { sent: () => string[] }> {
  const connections: Buffer[][] = []
  const { url } = await layCable(database.url, (connection, bytes) => {
    connections[connection] = [...(connections[connection] ?? []), bytes]
  })
  const sent = () => connections.map(pieces => Buffer.concat(pieces).toString())
  return { ...database, url, sent }
}

type Link = { near: net.Socket; far: net.Socket }

/** `onSent` gets what the process says to Postgres, byte by byte, with the number of its connection. */
export async function layCable(
  databaseUrl: string,
  onSent?: (connection: number, bytes: Buffer) => void,
): Promise<Cable> {
  const target = new URL(databaseUrl)
  const links = new Set<Link>()
  let connections = 0
  let state: 'whole' | 'frozen' | 'cut' = 'whole'
  const server = net.createServer(near => {
    const link = { near, far: net.connect(Number(target.port), target.hostname) }
    links.add(link)
    const connection = connections++
    if (onSent) near.on('data', bytes => onSent(connection, bytes))
    for (const end of [link.near, link.far]) {
      end.on('error', () => drop(link))
      end.on('close', () => links.delete(link) && drop(link))
    }
    if (state === 'whole') join(link)
    if (state === 'cut') drop(link)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: through(databaseUrl, server.address()),
    cut: () => {
      state = 'cut'
      server.close()
      for (const link of links) drop(link)
    },
    freeze: () => {
      state = 'frozen'
      for (const { near, far } of links) {
        near.unpipe(far)
        far.unpipe(near)
      }
    },
    thaw: () => {
      state = 'whole'
      for (const link of links) join(link)
    },
  }
}

function join({ near, far }: Link): void {
  near.pipe(far)
  far.pipe(near)
}

function drop({ near, far }: Link): void {
  near.destroy()
  far.destroy()
}

function through(databaseUrl: string, address: net.AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The cable has no port.')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  return url.href
}
