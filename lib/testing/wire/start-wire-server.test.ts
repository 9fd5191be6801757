import { afterEach, expect, test } from 'vitest'
import { ask, BODY, finishOf, partsOf, said, streamOf } from './plain/plain-chat-client'
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

test('text and reasoning come in pieces, then why it ended, then usage, then the end mark', async () => {
  const server = await start()
  server.script([
    { reasoning: 'Let me think about it', text: 'It is a longer answer, 𝕨𝕚𝕥𝕙 odd characters 🙂.' },
  ])
  const { frames, ended } = await streamOf(await ask(server))
  expect(frames[0]?.choices?.[0]?.delta).toEqual({ role: 'assistant', content: '' })
  expect(said(frames, 'content')).toBe('It is a longer answer, 𝕨𝕚𝕥𝕙 odd characters 🙂.')
  expect(said(frames, 'reasoning_content')).toBe('Let me think about it')
  expect(frames.at(-2)?.choices?.[0]?.finish_reason).toBe('stop')
  expect(frames.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 18 } })
  expect(ended).toBe(true)
})

test('usage comes only where it was asked for', async () => {
  const server = await start()
  server.script([{ text: 'a' }, { text: 'b', usage: null }])
  const without = await streamOf(await ask(server, { ...BODY, stream_options: undefined }))
  expect(without.frames.some(frame => 'usage' in frame)).toBe(false)
  const unable = await streamOf(await ask(server))
  expect(unable.frames.some(frame => frame.usage)).toBe(false)
})

test('calls come by index, their arguments in pieces, word for word', async () => {
  const server = await start()
  const argumentsText = '{"path": "a.txt",  "size": 1.0, "big": 12345678901234567890}'
  server.script([
    {
      calls: [
        { name: 'read', argumentsText },
        { name: 'list', arguments: { a: 1 }, whole: true },
      ],
    },
  ])
  const { frames } = await streamOf(await ask(server))
  const parts = partsOf(frames)
  const first = parts.filter(part => part.index === 0)
  const second = parts.filter(part => part.index === 1)
  expect(first[0]).toMatchObject({
    id: 'call_0',
    type: 'function',
    function: { name: 'read', arguments: '' },
  })
  expect(first.map(part => part.function.arguments).join('')).toBe(argumentsText)
  expect(second).toMatchObject([{ id: 'call_1', function: { name: 'list', arguments: '{"a":1}' } }])
  expect(finishOf(frames)).toBe('tool_calls')
})

test('a request without streaming gets one document', async () => {
  const server = await start()
  server.script([{ text: 'Hi', calls: [{ name: 'read', id: 'x' }] }])
  const answer = await (await ask(server, { ...BODY, stream: false, stream_options: undefined })).json()
  expect(answer.choices[0]).toMatchObject({
    message: { content: 'Hi', tool_calls: [{ id: 'x', function: { name: 'read', arguments: '{}' } }] },
    finish_reason: 'tool_calls',
  })
})

test('requests are recorded with body and headers, the refused ones with the reason, and spend no script', async () => {
  const server = await start()
  server.script([{ text: 'Hi' }])
  const refused = await ask(server, { ...BODY, messages: [] })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ error: { type: 'invalid_request_error', param: 'messages' } })
  expect((await ask(server)).status).toBe(200)
  expect(server.requests.map(request => request.refused?.status)).toEqual([400, undefined])
  expect(server.requests[1]).toMatchObject({
    number: 2,
    body: BODY,
    headers: { authorization: 'Bearer secret' },
  })
  expect(server.faults()).toHaveLength(1)
})

test('a script that is used up is a refusal that no client repeats', async () => {
  const server = await start()
  expect((await ask(server)).status).toBe(400)
  expect(server.faults()[0]?.message).toMatch(/used up/)
})

test('a body that is no JSON is refused', async () => {
  const server = await start()
  expect((await ask(server, '{"model"')).status).toBe(400)
})

test('an answer can be made from the request', async () => {
  const server = await start()
  server.answer(request => ({ text: `number ${request.number}` }))
  await ask(server)
  expect(said((await streamOf(await ask(server))).frames, 'content')).toBe('number 2')
})

test.each([
  ['no key', {}, /didn't provide/],
  ['a wrong key', { authorization: 'Bearer other' }, /Incorrect API key/],
])('%s is 401 where a key is wanted, before anything else is looked at', async (_, headers, message) => {
  const server = await start({ key: 'secret' })
  const answer = await ask(server, '', { headers })
  expect(answer.status).toBe(401)
  expect((await answer.json()).error.message).toMatch(message)
})

test('the right key is let in, and lists the models', async () => {
  const server = await start({ key: 'secret', models: ['a', 'b'] })
  const answer = await fetch(`${server.url}/models`, { headers: { authorization: 'Bearer secret' } })
  expect((await answer.json()).data.map((model: { id: string }) => model.id)).toEqual(['a', 'b'])
})

test('an unknown endpoint is 404 and a wrong method 405', async () => {
  const server = await start()
  expect((await fetch(`${server.url}/completions`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${server.url}/chat/completions`)).status).toBe(405)
})
