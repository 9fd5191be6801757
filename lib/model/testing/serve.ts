import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import * as z from 'zod'

/** What happens to each request once it has arrived. */
export type Answering = (response: ServerResponse, request: IncomingMessage) => void

export type Received = { url: string; headers: IncomingHttpHeaders; body: unknown }

const Address = z.object({ port: z.int() })

/** A server on loopback that answers to the byte as told, and keeps what it was sent. It ends with the test. */
export async function serve(answer: Answering) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
      received.push({ url: request.url ?? '', headers: request.headers, body })
      answer(response, request)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  return { url: `http://127.0.0.1:${Address.parse(server.address()).port}/v1`, received, close }
}
