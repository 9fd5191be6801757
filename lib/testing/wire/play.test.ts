import { afterEach, expect, test } from 'vitest'
import { ask, BODY, finishOf, partsOf, said, streamOf } from './plain/plain-chat-client'
import type { Fault, Reply } from './reply'
import { startWireServer, type WireServer } from './start-wire-server'

const servers: WireServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()))
})

async function start(options: Partial<Parameters<typeof startWireServer>[0]> = {}) {
  const server = await startWireServer({ protocol: 'chat', ...options })
  servers.push(server)
  return server
}

const LONG: Reply = { text: 'one two three four five six seven eight nine ten' }

async function broken(fault: Fault, reply: Reply = LONG) {
  const server = await start()
  server.script([{ ...reply, fault }])
  return ask(server)
}

test('fault http: status, headers and body as given', async () => {
  const headers = { 'retry-after': '7' }
  const answer = await broken({
    kind: 'http',
    status: 429,
    headers,
    body: { error: { message: 'Slow down' } },
  })
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('7')
  expect(await answer.json()).toEqual({ error: { message: 'Slow down' } })
})

test('fault http without a body has one in the form of the protocol', async () => {
  expect(await (await broken({ kind: 'http', status: 503 })).json()).toMatchObject({
    error: { type: 'server_error' },
  })
})

test('fault reset: before the headers the request fails, after them the stream does', async () => {
  await expect(broken({ kind: 'reset', after: 'headers' })).rejects.toThrow()
  const answer = await broken({ kind: 'reset' })
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow()
})

test.each([
  ['start', 0, undefined],
  ['middle', 3, undefined],
  ['content', 5, undefined],
  ['finish', 6, 'stop'],
  [2, 2, undefined],
] as const)('fault eof after %s: a clean end without end mark', async (after, count, finish) => {
  const { frames, ended } = await streamOf(await broken({ kind: 'eof', after }))
  expect(frames).toHaveLength(count)
  expect(finishOf(frames)).toBe(finish)
  expect(ended).toBe(false)
})

test('fault error_frame: the stream ends with an error', async () => {
  const { frames } = await streamOf(await broken({ kind: 'error_frame', after: 'start' }))
  expect(frames).toEqual([{ error: expect.objectContaining({ type: 'server_error' }) }])
})

test('fault non_json: one line is torn and the stream goes on to its end', async () => {
  const text = await (await broken({ kind: 'non_json' })).text()
  expect(text).toContain('data: {"torn"')
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
})

test.each([
  [{ kind: 'html' } as const, 'text/html', /<html>/],
  [{ kind: 'empty' } as const, 'text/event-stream; charset=utf-8', /^$/],
  [{ kind: 'garbage', after: 'start' } as const, 'text/event-stream; charset=utf-8', /\ufffd/],
  [{ kind: 'not_streamed' } as const, 'application/json', /"chat.completion"/],
])('fault $kind answers 200 with something else', async (fault, type, body) => {
  const answer = await broken(fault)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe(type)
  expect(await answer.text()).toMatch(body)
})

test('fault hang before the headers lasts until the client leaves', async () => {
  const server = await start()
  server.script([{ fault: { kind: 'hang', after: 'headers' } }])
  const leave = new AbortController()
  const answer = ask(server, BODY, { signal: leave.signal })
  const request = await server.received(1)
  leave.abort()
  await expect(answer).rejects.toThrow()
  expect(await request.ended).toBe('aborted')
})

test('fault hang in the middle sends no more than comments', async () => {
  const server = await start()
  server.script([{ ...LONG, fault: { kind: 'hang', after: 'start', pingMs: 1 } }])
  const leave = new AbortController()
  const answer = await ask(server, BODY, { signal: leave.signal })
  const chunk = await answer.body?.getReader().read()
  expect(new TextDecoder().decode(chunk?.value)).toMatch(/^: processing\n\n/)
  leave.abort()
  expect(await (await server.received(1)).ended).toBe('aborted')
})

test('calls are sent all the same where the answer was cut off or filtered', async () => {
  const server = await start()
  const calls = [{ name: 'write' }]
  server.script([
    { calls, finish: 'length' },
    { calls, finish: 'filtered' },
  ])
  for (const reason of ['length', 'content_filter']) {
    const { frames } = await streamOf(await ask(server))
    expect(partsOf(frames)).not.toHaveLength(0)
    expect(finishOf(frames)).toBe(reason)
  }
})

test('bytes can be torn anywhere and still make the same text', async () => {
  const server = await start()
  server.script([{ text: 'für 🙂 alle', splitBytes: 3 }])
  expect(said((await streamOf(await ask(server))).frames, 'content')).toBe('für 🙂 alle')
})

test('a gate holds the stream at its place until the test opens it', async () => {
  const server = await start()
  const gate = Promise.withResolvers<void>()
  server.script([{ ...LONG, gates: [{ after: 2, until: gate.promise }] }])
  const reader = (await ask(server)).body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const readOn = async (enough: () => boolean) => {
    while (!enough()) text += (await reader?.read())?.value ?? ''
  }
  await readOn(() => text.split('data: ').length > 2)
  expect(text).not.toContain('three')
  gate.resolve()
  await readOn(() => text.includes('[DONE]'))
})

test('closing cuts whoever is still being answered', async () => {
  const server = await start()
  server.script([{ fault: { kind: 'hang' } }])
  const answer = await ask(server)
  await server.close()
  await expect(answer.text()).rejects.toThrow()
})
