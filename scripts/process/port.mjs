import { randomInt } from 'node:crypto'
import net from 'node:net'

/** The code of the error that keeps us from listening there, undefined where nothing does. */
export const listenError = (port, host) =>
  new Promise(resolve => {
    const server = net.createServer()
    server.on('error', error => resolve(error.code ?? 'unknown'))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })

export const isPortFree = async (port, host) => (await listenError(port, host)) === undefined

/** Below the range that systems give to outgoing connections, so that none of those sits on it later. */
export async function randomFreePort() {
  for (;;) {
    const port = randomInt(20_000, 30_000)
    if (await isPortFree(port, '127.0.0.1')) return port
  }
}

export const canConnect = (port, host) =>
  new Promise(resolve => {
    const end = answer => {
      socket.destroy()
      resolve(answer)
    }
    const socket = net.connect(port, host, () => end(true))
    socket.on('error', () => end(false)).setTimeout(2000, () => end(false))
  })
