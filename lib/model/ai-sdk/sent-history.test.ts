import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Solution } from '@/lib/domain/call/solution'
import type { ModelRequest } from '../model'
import { asked, compatible, failed, solved } from '../testing/ask'
import { call, delta, finish, say, stream } from '../testing/chat-stream'
import { serve } from '../testing/serve'

const Sent = z.object({ messages: z.array(z.unknown()) })

/** What a second request sends, its first answer having been stored as JSON and results added. */
async function sendAgain(first: string[], change: (solution: Solution) => ModelRequest['messages']) {
  const server = await serve(stream(...first))
  const { model } = compatible(server.url)
  const solution = solved(await model(asked()))
  await model(asked({ messages: change(JSON.parse(JSON.stringify(solution))) }))
  return Sent.parse(server.received[1]?.body).messages.slice(1)
}

describe('a stored answer sent again', () => {
  const results = ({ calls }: Solution): ModelRequest['messages'] =>
    calls.map(({ id, tool }) => ({
      role: 'result',
      callId: id,
      tool,
      text: `Did ${id}`,
      isError: id === 'b',
    }))

  test('goes back with its reasoning and its arguments as they were written', async () => {
    const text = '{"path": "a", "n": 1.0}'
    const first = [
      delta({ reasoning_content: 'Hm' }),
      say('Two.'),
      call(0, ['a', 'read_file', text]),
      call(1, ['b', 'launch', '{"x']),
      finish('tool_calls'),
    ]
    const sent = await sendAgain(first, solution => [
      { role: 'user', text: 'Hello' },
      solution.message,
      ...results(solution),
    ])
    expect(sent).toEqual([
      { role: 'user', content: 'Hello' },
      {
        role: 'assistant',
        content: 'Two.',
        reasoning_content: 'Hm',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'read_file', arguments: text } },
          { id: 'b', type: 'function', function: { name: 'launch', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'Did a' },
      { role: 'tool', tool_call_id: 'b', content: 'Did b' },
    ])
  })

  test('goes without its reasoning where it came from another provider', async () => {
    const first = [delta({ reasoning_content: 'Hm' }), say('One.'), finish('stop')]
    const sent = await sendAgain(first, ({ message }) => [
      { role: 'user', text: 'Hello' },
      { ...message, verbatim: { provider: 'anthropic', content: message.verbatim?.content } },
    ])
    expect(sent[1]).toEqual({ role: 'assistant', content: 'One.' })
  })

  test('goes without its own form where its text was changed since', async () => {
    const first = [delta({ reasoning_content: 'Hm' }), say('Key 123.'), finish('stop')]
    const sent = await sendAgain(first, ({ message }) => [
      { role: 'user', text: 'Hello' },
      { ...message, text: 'Key ⟦secret:1⟧.' },
    ])
    expect(sent[1]).toEqual({ role: 'assistant', content: 'Key ⟦secret:1⟧.' })
  })

  const tooMany = JSON.stringify(Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [at, 1])))

  test.each([
    ...['[1,2]', 'null', '5', '"x"', '', '{"a":'].map(text => [text, text]),
    ['more values than are read', tooMany],
  ])('sends no arguments instead of %s', async (_, text) => {
    const message = {
      role: 'assistant' as const,
      text: '',
      calls: [{ id: 'a', tool: 'read_file', argumentsText: text }],
      failures: 0,
    }
    const sent = await sendAgain([say('x'), finish('stop')], () => [
      { role: 'user', text: 'Hello' },
      message,
      { role: 'result', callId: 'a', tool: 'read_file', text: 'Bad', isError: true },
    ])
    expect(sent[1]).toMatchObject({ tool_calls: [{ function: { arguments: '{}' } }] })
  })

  test('keeps a key that could set a prototype', async () => {
    const calls = [{ id: 'a', tool: 'read_file', argumentsText: '{"__proto__":1}' }]
    const sent = await sendAgain([say('x'), finish('stop')], () => [
      { role: 'user', text: 'Hello' },
      { role: 'assistant', text: '', calls, failures: 0 },
      { role: 'result', callId: 'a', tool: 'read_file', text: 'Bad', isError: true },
    ])
    expect(sent[1]).toMatchObject({ tool_calls: [{ function: { arguments: '{"__proto__":1}' } }] })
  })

  test('is left out where it was empty', async () => {
    const sent = await sendAgain([finish('stop')], ({ message }) => [
      { role: 'user', text: 'Hello' },
      message,
      { role: 'user', text: 'Still there?' },
    ])
    expect(sent).toEqual([
      { role: 'user', content: 'Hello' },
      { role: 'user', content: 'Still there?' },
    ])
  })

  test('is not sent at all where a call has no result', async () => {
    const server = await serve(stream(finish('stop')))
    const calls = [{ id: 'a', tool: 'read_file', argumentsText: '{}' }]
    const messages: ModelRequest['messages'] = [
      { role: 'user', text: 'Hello' },
      { role: 'assistant', text: '', calls, failures: 0 },
    ]
    const failure = failed(await compatible(server.url).model(asked({ messages })))
    expect(failure).toMatchObject({ reason: 'bad_request', retryable: false })
    expect(server.received).toHaveLength(0)
  })
})
