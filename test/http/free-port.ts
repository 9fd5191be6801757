import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A port of loopback that nobody uses at the moment. It lies below those that systems give to outgoing
 * connections: a server that dies finds its port free when it comes back.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
}

export const isFree = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
