import { describe, expect, test } from 'vitest'
import { asked, compatible, KEY, SCHEMA } from '../testing/ask'
import { DONE, finish, refuse, say, stream } from '../testing/chat-stream'
import { serve } from '../testing/serve'

describe('what is sent', () => {
  test('is one request with key, tools, thinking and the wish for usage', async () => {
    const server = await serve(stream(say('x'), finish('stop'), DONE))
    await compatible(server.url).model(asked({ thinking: 'high' }))
    expect(server.received[0]).toMatchObject({
      url: '/v1/chat/completions',
      headers: { authorization: `Bearer ${KEY}` },
    })
    expect(server.received.map(({ body }) => body)).toEqual([
      {
        model: 'small-model',
        stream: true,
        stream_options: { include_usage: true },
        reasoning_effort: 'high',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hello' },
        ],
        tools: [
          {
            type: 'function',
            function: { name: 'read_file', description: 'Reads a file.', parameters: SCHEMA },
          },
        ],
        tool_choice: 'auto',
      },
    ])
  })

  test('holds no tools where they are off', async () => {
    const server = await serve(stream(say('x'), finish('stop'), DONE))
    await compatible(server.url).model(asked({ tools: [] }))
    expect(server.received[0]?.body).not.toHaveProperty('tools')
    expect(server.received[0]?.body).not.toHaveProperty('reasoning_effort')
  })

  test('is sent again only when the caller asks again', async () => {
    const server = await serve(refuse(500, ''))
    await compatible(server.url).model(asked())
    expect(server.received).toHaveLength(1)
  })

  test('goes to /v1 of a bare origin', async () => {
    const server = await serve(stream(say('x'), finish('stop'), DONE))
    await compatible(new URL(server.url).origin).model(asked())
    expect(server.received[0]?.url).toBe('/v1/chat/completions')
  })
})
