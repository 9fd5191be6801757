import { afterEach, describe, expect, test } from 'vitest'
import { EXPECTED, OPENAI_KEYS } from './expected-protocols'
import { type Asking, send } from './plain/plain-client'
import type { RefusalName } from './refusal-name'
import type { Fault, Reply } from './reply'
import { startWireServer, type WireServer } from './start-wire-server'

const servers: WireServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()))
})

async function start(replies: Reply[] = []) {
  const server = await startWireServer({ key: 'secret', models: ['wire-model', 'other-model'] })
  server.script(replies)
  servers.push(server)
  return server
}

const SAID: Reply = {
  reasoning: 'Let me think about it',
  text: 'It is a longer answer, 𝕨𝕚𝕥𝕙 odd characters 🙂.',
  calls: [
    { name: 'read', argumentsText: '{"path": "a longer path/a.txt",  "size": 2}' },
    { name: 'list', arguments: { a: 1 }, whole: true },
  ],
  usage: { inputTokens: 90, outputTokens: 40, cachedTokens: 30, cacheWriteTokens: 0, reasoningTokens: 20 },
}

const STATUS: Record<RefusalName, number> = {
  wrong_key: 401,
  forbidden: 403,
  unknown_model: 404,
  rate_limit: 429,
  quota: 429,
  overflow: 400,
  too_large: 413,
  server_error: 500,
  unavailable: 503,
  overloaded: 529,
}

describe.each(EXPECTED.map(expected => [expected.client.protocol, expected] as const))(
  '%s',
  (_, expected) => {
    const { client } = expected
    const answer = async (reply: Reply, asking?: Asking) => send(client, await start([reply]), asking)
    const broken = (fault: Fault) => answer({ ...SAID, fault })
    const heard = async (response: Response) => client.hear(await response.text())

    test('reasoning, text and calls come in pieces, then why it ended, then usage', async () => {
      const { reasoning, text, calls, finish, usage, ended } = await heard(await answer(SAID))
      expect({ reasoning, text, finish, ended }).toEqual({
        reasoning: expected.reasoning,
        text: SAID.text,
        finish: expected.finish.calls,
        ended: true,
      })
      expect(calls.map(call => [call.name, call.argumentsText])).toEqual([
        ['read', expected.argumentsText],
        ['list', '{"a":1}'],
      ])
      expect(usage).toMatchObject(expected.usage)
    })

    test.each(['stop', 'length', 'filtered', 'refused'] as const)(
      'it says that it ended: %s',
      async finish => {
        const { finish: said } = await heard(await answer({ text: 'I', finish }))
        expect(said).toBe(expected.finish[finish])
      },
    )

    test('what it issued can be sent back, round after round', async () => {
      const server = await start([SAID, { text: 'Done', reasoning: 'It worked' }, { text: 'Yes' }])
      const first = await heard(await send(client, server))
      const second = await heard(await send(client, server, { change: client.next(first) }))
      const third = await heard(await send(client, server, { change: client.next(second) }))
      expect([second.text, third.text]).toEqual(['Done', 'Yes'])
      expect(server.faults()).toEqual([])
    })

    test('a request without streaming gets one document', async () => {
      const response = await answer(SAID, { streamed: false })
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(JSON.stringify(await response.json())).toContain('odd characters')
    })

    test.each(['missing', 'wrong'] as const)('a key that is %s is not let in', async fault => {
      const response = await send(client, await start(), { key: fault === 'missing' ? '' : 'other' })
      const [status, words] = (expected.keys ?? OPENAI_KEYS)[fault]
      expect(response.status).toBe(status)
      expect(JSON.stringify(await response.json())).toContain(words)
    })

    test('an endpoint that there is none is 404 in the shape of the provider', async () => {
      const server = await start()
      const init = { method: 'POST', headers: client.keyHeaders('secret') }
      const response = await fetch(
        `${server.urls[client.protocol]}${client.path(true).split('?')[0]}/more`,
        init,
      )
      expect(response.status).toBe(404)
      expect(await response.json()).toHaveProperty('error.message')
    })

    test.each(Object.keys(STATUS) as RefusalName[])(
      'refuse %s: status, shape and words of the provider',
      async as => {
        const response = await broken({ kind: 'refuse', as })
        expect(response.status).toBe(STATUS[as])
        expect(JSON.stringify(await response.json())).toContain(expected.errorType[as])
      },
    )

    test.each([
      [{ seconds: 7 }, 'retry-after', '7'],
      [{ ms: 250 }, 'retry-after-ms', '250'],
      [{ at: new Date('2030-01-01T00:00:00Z') }, 'retry-after', 'Tue, 01 Jan 2030 00:00:00 GMT'],
    ])('refuse says when to come back: %j', async (retry, name, value) => {
      const response = await broken({ kind: 'refuse', as: 'rate_limit', retry })
      expect(response.headers.get(name)).toBe(value)
    })

    test('a redirect leads elsewhere', async () => {
      const fault: Fault = { kind: 'redirect', to: 'http://127.0.0.1:1/' }
      const response = await answer({ fault }, { init: { redirect: 'manual' } })
      expect([response.status, response.headers.get('location')]).toEqual([307, 'http://127.0.0.1:1/'])
    })

    test.each(['start', 'middle', 'content'] as const)('eof at %s: a clean end that is none', async after => {
      const { ended, finish } = await heard(await broken({ kind: 'eof', after }))
      expect({ ended, finish }).toEqual({ ended: false, finish: undefined })
    })

    test('reset: before the headers the request fails, within the stream the stream does', async () => {
      await expect(broken({ kind: 'reset', after: 'headers' })).rejects.toThrow()
      for (const after of ['middle', 'finish'] as const)
        await expect((await broken({ kind: 'reset', after })).text()).rejects.toThrow()
    })

    test.each(['start', 'middle'] as const)('error_frame at %s is the last word', async after => {
      const { errors, ended } = await heard(await broken({ kind: 'error_frame', after, as: 'overloaded' }))
      expect(errors).toEqual([expect.objectContaining({ message: expect.any(String) })])
      expect(ended).toBe(false)
    })

    test('non_json and wrong_typed: one frame is wrong and the stream goes on to its end', async () => {
      const torn = await (await broken({ kind: 'non_json' })).text()
      expect(torn).toContain('data: {"torn"')
      expect(client.hear(torn.replace('data: {"torn": "in the mid\n\n', '')).ended).toBe(true)
      const typed = await (await broken({ kind: 'wrong_typed' })).text()
      expect(() => client.hear(typed)).toThrow()
    })

    test.each([
      [{ kind: 'html' } as const, 'text/html', /<html>/],
      [{ kind: 'empty' } as const, 'text/event-stream; charset=utf-8', /^$/],
      [{ kind: 'not_streamed' } as const, 'application/json', /odd characters/],
      [{ kind: 'garbage', after: 'start', bytes: 'zz' } as const, 'text/event-stream; charset=utf-8', /^zz$/],
    ])('fault $kind answers 200 with something else', async (fault, type, body) => {
      const response = await broken(fault)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
      expect(await response.text()).toMatch(body)
    })

    test.each(['headers', 'middle'] as const)('hang after %s lasts until the client leaves', async after => {
      const server = await start([{ ...SAID, fault: { kind: 'hang', after, pingMs: 1 } }])
      const leave = new AbortController()
      const response = send(client, server, { init: { signal: leave.signal } })
      const request = await server.received(1)
      if (after === 'middle') await (await response).body?.getReader().read()
      leave.abort()
      if (after === 'headers') await expect(response).rejects.toThrow()
      expect(await request.ended).toBe('aborted')
    })

    test('the models it knows are listed', async () => {
      const server = await start()
      const headers = client.keyHeaders('secret')
      const response = await fetch(`${server.urls[client.protocol]}/models`, { headers })
      expect(JSON.stringify(await response.json())).toMatch(/wire-model.*other-model/)
    })
  },
)
