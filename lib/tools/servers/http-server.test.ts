import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { phrase } from '@/lib/messages/phrase'
import { plainFetch } from './http-transport'
import { EVERYTHING, reachServers, webServer } from './testing/servers'

/** The server of the protocol's authors, at a port of this machine. */
async function everythingAt(port: number) {
  const env = { ...process.env, PORT: String(port) }
  const child = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  onTestFinished(end)
  for await (const text of child.stderr) if (String(text).includes('listening')) break
  return end
}

async function listening(listener: RequestListener) {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('a server at an address says what it has, and forgotten sessions are made anew before anything is sent', async () => {
  const port = await freePort()
  const end = await everythingAt(port)
  const { connected, run, connections, news, until } = await reachServers([
    webServer(`http://127.0.0.1:${port}/mcp`),
  ])
  await connected()
  expect(await run('echo', { message: 'tea' })).toMatchObject({ kind: 'ok', text: 'Echo: tea' })
  await end()
  expect(await run('echo', { message: 'tea' })).toMatchObject({
    kind: 'error',
    text: expect.stringContaining('Nothing was sent'),
  })
  await everythingAt(port)
  expect(await run('echo', { message: 'again' })).toMatchObject({ kind: 'ok', text: 'Echo: again' })
  const before = news.length
  await connections.reconnect('one')
  await until(({ status }) => status === 'connected', before)
})

type Message = { id?: number; method: string; params?: { name?: string } }

const json = (response: ServerResponse, body: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function messageOf(request: IncomingMessage): Promise<Message> {
  let text = ''
  for await (const part of request) text += part
  return JSON.parse(text)
}

const RESULTS: Record<string, unknown> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'web', version: '1' },
  },
  'tools/list': {
    tools: ['stream', 'refused', 'broken', 'page', 'fault', 'parts', 'event', 'endless', 'odd'].map(name => ({
      name,
      inputSchema: { type: 'object' },
    })),
  },
}

/** A server whose answers to calls are what the test says. */
const webListener = (onCall: (message: Message, response: ServerResponse) => void): RequestListener => {
  return async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const message = await messageOf(request)
    if (message.id === undefined) return void response.writeHead(202).end()
    if (message.method === 'tools/call') return onCall(message, response)
    const result = RESULTS[message.method]
    if (result) json(response, { jsonrpc: '2.0', id: message.id, result })
    else
      json(response, { jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'Method not found' } })
  }
}

describe('a call over HTTP', () => {
  const PARTS = Array.from({ length: 50_001 }, () => [])
  const CALLS: Record<string, (response: ServerResponse, id: number | undefined) => void> = {
    stream: response => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing\n\n'),
    refused: response => response.writeHead(403).end('no tea for you'),
    broken: response => response.destroy(),
    page: response => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>no tea</p>'),
    fault: response => response.writeHead(500).end('no tea'),
    parts: response => json(response, { jsonrpc: '2.0', id: 0, result: { content: [], a: PARTS } }),
    event: response =>
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`: "\ndata: {"jsonrpc":"2.0","id":0,"result":${JSON.stringify({ a: PARTS })}}\n\n`),
    endless: response => flood(response.writeHead(200, { 'content-type': 'text/event-stream' }), 'x'),
    odd: (response, id) =>
      json(response, { jsonrpc: '2.0', id, error: null, result: { content: [{ type: 'tea' }, 'green'] } }),
  }

  test.each([
    {
      what: 'whose answer ends before it is whole',
      tool: 'stream',
      kind: 'unknown',
      words: 'before it was whole',
    },
    { what: 'whose connection breaks', tool: 'broken', kind: 'unknown', words: 'may or may not' },
    { what: 'that is refused', tool: 'refused', kind: 'error', words: 'no tea for you' },
    { what: 'whose answer is a page', tool: 'page', kind: 'unknown', words: 'text/html' },
    { what: 'that the server fails at', tool: 'fault', kind: 'unknown', words: 'no tea' },
    { what: 'whose answer has many parts', tool: 'parts', kind: 'unknown', words: '50000 parts' },
    { what: 'whose event has many parts', tool: 'event', kind: 'unknown', words: '50000 parts' },
    { what: 'whose event never ends', tool: 'endless', kind: 'unknown', words: 'more than 16 MB' },
    { what: 'whose answer is odd', tool: 'odd', kind: 'ok', words: 'green' },
  ])('$what comes to $kind', async ({ tool, kind, words }) => {
    const port = await listening(
      webListener(({ id, params }, response) => CALLS[params?.name ?? '']?.(response, id)),
    )
    const { connected, run } = await reachServers([webServer(`http://127.0.0.1:${port}/mcp`)])
    await connected()
    expect(await run(tool)).toMatchObject({ kind, text: expect.stringContaining(words) })
  })
})

test('a stream comes with the pause that its server wants before it is asked for again', async () => {
  const port = await listening((_, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end('id: 1\nretry: 7000\ndata:\n\n'),
  )
  const response = await plainFetch(`http://127.0.0.1:${port}`, {})
  expect(await response.text()).toBe('retry: 7000\nid: 1\nevent: message\ndata: \n\n')
})

/** Answers that are made to be read for ever, or to grow when they are read. */
const ENDLESS: [string, (response: ServerResponse) => void][] = [
  [
    'grows when it is unpacked',
    response => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(Buffer.alloc(200_000_000, ' ')))
    },
  ],
  [
    'is packed again and again',
    response => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip, gzip' })
      response.end(gzipSync(gzipSync(Buffer.alloc(200_000_000, ' '))))
    },
  ],
  ['never ends', response => flood(response.writeHead(200, { 'content-type': 'application/json' }), ' ')],
]

function flood(response: ServerResponse, piece: string): void {
  const block = piece.repeat(Math.ceil(65_536 / piece.length))
  const more = (): void => {
    while (!response.destroyed && response.write(block));
  }
  response.on('drain', more)
  more()
}

test.each(ENDLESS)('an answer that %s is given up where it is larger than one may be', async (_, answer) => {
  const port = await listening((request, response) => {
    if (request.method === 'POST') answer(response)
    else response.writeHead(405).end()
  })
  const { until } = await reachServers([webServer(`http://127.0.0.1:${port}/mcp`)])
  const { error } = await until(({ status }) => status === 'failed')
  expect(error).toEqual({ code: 'toolServer.tooMuch', params: { size: 16 } })
})

describe('the headers of a server', () => {
  test('go to it, and to no other place that it points to', async () => {
    const headers: unknown[] = []
    const other = await listening((request, response) => {
      headers.push(request.headers['x-tea'])
      response.end()
    })
    const port = await listening((request, response) => {
      headers.push(request.headers['x-tea'])
      response.writeHead(307, { location: `http://127.0.0.1:${other}/mcp` }).end()
    })
    const { until } = await reachServers([webServer(`http://127.0.0.1:${port}/mcp`, { 'x-tea': 'secret' })])
    const { error } = await until(({ status }) => status === 'failed')
    expect(error && phrase(error)).toContain('not followed')
    expect(new Set(headers)).toEqual(new Set(['secret']))
  })

  test('are sent by http or https alone', async () => {
    const { until } = await reachServers([webServer('ftp://127.0.0.1/mcp')])
    const { error } = await until(({ status }) => status === 'failed')
    expect(error).toMatchObject({ code: 'fault.noWebAddress' })
  })
})
