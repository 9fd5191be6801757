import { createServer, type Server as HttpServer, type ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod'
import { PatientClient, type Server } from './patient-client'
import { Watch } from './watch'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

type Asked = { after: string; key: string; response: ServerResponse }

/** A server that answers as the test says, and can be down. */
async function serve(answer: (asked: Asked) => void): Promise<Server & { down: () => () => void }> {
  const http: HttpServer = createServer((request, response) => {
    const { 'last-event-id': after = '', 'idempotency-key': key = '' } = request.headers
    answer({ after: String(after), key: String(key), response })
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    http.closeAllConnections()
    return new Promise(resolve => http.close(resolve))
  })
  const { port } = z.object({ port: z.int() }).parse(http.address())
  let standing = Promise.resolve()
  const down = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    standing = promise
    return resolve
  }
  return { url: `http://127.0.0.1:${port}`, token: 't', up: () => standing, down }
}

const event = (seq: number) => `id: ${seq}\nevent: run.started\ndata: {"n":${seq}}\n\n`
const never = new AbortController().signal

function watch(server: Server, after = 0): Watch {
  const seen = new Watch(server, '/events', after)
  cleanups.push(() => seen.stop())
  return seen
}

test('a stream that breaks off is read again from the last event, once the server is up', async () => {
  const asked: string[] = []
  let comeBack: (() => void) | undefined
  const server = await serve(({ after, response }) => {
    asked.push(after)
    if (asked.length > 1) return response.write(event(2))
    comeBack = server.down()
    response.write(event(1), () => response.socket?.destroy())
  })
  const seen = watch(server)
  await seen.until(all => all.length || undefined, never)
  expect(asked).toEqual(['0'])
  comeBack?.()
  await seen.until(all => (all.length === 2 ? true : undefined), never)
  expect(asked).toEqual(['0', '1'])
})

test.each([
  ['a gap', [1, 3]],
  ['a repeat', [1, 1]],
])('%s is a fault and not read again', async (_, numbers) => {
  const server = await serve(({ response }) => response.write(numbers.map(event).join('')))
  await expect(watch(server).until(all => (all.length === 2 ? true : undefined), never)).rejects.toThrow(
    /^F8/,
  )
})

test('a request without an answer is sent again with the same key, once the server is up', async () => {
  const keys: string[] = []
  let comeBack: (() => void) | undefined
  const server = await serve(({ key, response }) => {
    keys.push(key)
    if (keys.length > 1) return response.writeHead(202).end('{"ok":true}')
    comeBack = server.down()
    response.socket?.destroy()
    setImmediate(() => comeBack?.())
  })
  const client = new PatientClient(server, never)
  expect(await client.post('/x', { a: 1 }, 'key-1')).toEqual({ status: 202, body: { ok: true } })
  expect(keys).toEqual(['key-1', 'key-1'])
  expect(client.repeats).toBe(1)
})
