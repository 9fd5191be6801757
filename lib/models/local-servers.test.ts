import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startWireServer } from '@/test/wire/start-wire-server'
import { findLocalServers } from './local-servers'

/** A program at a port that answers everything in one way. */
async function answering(status: number, body: string): Promise<string> {
  const server = http.createServer((_, response) => response.writeHead(status, { location: '/' }).end(body))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

const list = (...ids: unknown[]) => JSON.stringify({ object: 'list', data: ids.map(id => ({ id })) })

test('what answers with models is found, with their names', async () => {
  const url = await answering(200, list('llama3.2', 'qwen3:8b'))
  expect(await findLocalServers([{ title: 'Ollama', url }])).toEqual([
    { title: 'Ollama', url, models: ['llama3.2', 'qwen3:8b'] },
  ])
})

test.each([
  ['a web page', 200, '<html></html>'],
  ['nothing', 200, ''],
  ['no models', 200, list()],
  ['models without names', 200, list(1, '', null)],
  ['a refusal', 401, list('llama3.2')],
  ['a redirect', 302, list('llama3.2')],
  ['more than anybody would read', 200, list('x', ...Array(20_000).fill('llama3.2'))],
])('what answers with %s is passed over', async (_, status, body) => {
  expect(await findLocalServers([{ title: 'Ollama', url: await answering(status, body) }])).toEqual([])
})

test('what never ends is passed over', async () => {
  const server = http.createServer((_, response) => {
    const more = (): void =>
      void (response.write('x'.repeat(65_536)) ? setImmediate(more) : response.once('drain', more))
    more()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  expect(await findLocalServers([{ title: 'Ollama', url }])).toEqual([])
})

test('nobody there is no failure', async () => {
  const server = await startWireServer({ key: 'k' })
  await server.close()
  expect(await findLocalServers([{ title: 'Ollama', url: server.url }])).toEqual([])
})
