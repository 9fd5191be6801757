import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { phrase, plain } from '@/lib/messages/phrase'
import type { Reply } from '@/test/wire/reply'
import { startWireServer } from '@/test/wire/start-wire-server'
import { asked, ask as askModel, failed, modelAt, SCHEMA, sentBody, solved, wired } from '../testing/ask'
import { faultOf } from './completion'

const ask = (reply: Reply, change = {}) => askModel('compatible:small', reply, change)

const frame = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
const delta = (value: unknown, finish: string | null = null): string =>
  frame({ id: 'c', choices: [{ index: 0, delta: value, finish_reason: finish }] })
const say = (content: string): string => delta({ content })
const finish = (reason: string): string => `${delta({}, reason)}data: [DONE]\n\n`
const call = (index: number, [id, name, text]: [id?: string, name?: string, text?: string]): string =>
  delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: text } }] })
const CALL = call(0, ['call_a', 'read_file', '{"path":"a"}'])
const CALLS = finish('tool_calls')

test('what is sent is one request with tools, thinking and the wish for usage, and no more than that', async () => {
  const { body } = await sentBody('compatible:small', { thinking: 'high' })
  expect(body).toEqual({
    model: 'small',
    stream: true,
    stream_options: { include_usage: true },
    reasoning_effort: 'high',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
    ],
    tools: [
      { type: 'function', function: { name: 'read_file', description: 'Reads a file.', parameters: SCHEMA } },
    ],
    tool_choice: 'auto',
  })
  const { body: bare } = await sentBody('compatible:small', { tools: [] })
  for (const absent of ['tools', 'tool_choice', 'reasoning_effort']) expect(bare).not.toHaveProperty(absent)
})

describe('a complete answer', () => {
  test('keeps its own form for the next request', async () => {
    const answer = await ask({ reasoning: 'Hm', text: 'Hello', usage: null }, { failures: 2 })
    const kept = [
      { type: 'reasoning', text: 'Hm', providerOptions: undefined },
      { type: 'text', text: 'Hello', providerOptions: undefined },
    ]
    expect(solved(answer).message).toEqual({
      role: 'assistant',
      text: 'Hello',
      calls: [],
      failures: 2,
      verbatim: { provider: 'compatible', content: kept },
    })
  })

  test('keeps the text of arguments byte for byte, however they are cut into pieces', async () => {
    const odd = '{ "n" : 1.0,\n "big": 12345678901234567890, "path":"\\u00e9 ü 😀", "n":2 }'
    const { ask } = await wired()
    const text = fc.oneof(fc.constant(odd), fc.json())
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (argumentsText, chunkChars) => {
        const calls = [{ id: 'a', name: 'read_file', argumentsText }]
        const { calls: told } = solved(await ask('compatible:small', { calls, chunkChars }))
        expect(told).toEqual([{ id: 'a', tool: 'read_file', argumentsText }])
      }),
      { numRuns: 40, examples: [[odd, 3]] },
    )
    for (const depth of [100, 20_000]) {
      const argumentsText = `{"path":${'['.repeat(depth)}${']'.repeat(depth)}}`
      const calls = [{ id: 'a', name: 'read_file', argumentsText }]
      expect(solved(await ask('compatible:small', { calls, chunkChars: 9000 })).calls).toMatchObject([
        { argumentsText },
      ])
    }
  })

  test.each<[string, string[], object]>([
    [
      'pieces of several calls that are interleaved',
      [
        say('Both.'),
        call(0, ['a', 'read_file', '{"path":']),
        call(1, ['b', 'write_file', '{']),
        call(0, [undefined, undefined, '"x"}']),
        call(1, [undefined, undefined, '}']),
        CALLS,
      ],
      {
        calls: [
          { id: 'a', argumentsText: '{"path":"x"}' },
          { id: 'b', argumentsText: '{}' },
        ],
      },
    ],
    ['stop, and still calls', [CALL, finish('stop')], { finish: 'calls', calls: [{ id: 'call_a' }] }],
    ['nothing but its end', [finish('stop')], { finish: 'stop', text: '', calls: [] }],
    ['a word of its own for its end', [say('x'), finish('banana')], { finish: 'stop', text: 'x' }],
    ['such a word, and calls', [CALL, finish('eos')], { finish: 'calls', calls: [{ id: 'call_a' }] }],
    ['a word of its own for the limit', [say('x'), finish('max_new_tokens')], { finish: 'length' }],
    ['a word of its own for a filter', [say('x'), finish('sensitive')], { finish: 'filtered' }],
    [
      'the mark of its end alone',
      [say('It is "finish_reason": "stop"'), 'data: [DO', 'NE]\n\n'],
      { finish: 'stop', text: 'It is "finish_reason": "stop"' },
    ],
    ['a blank for its end, and the mark', [delta({ content: 'x' }, ''), finish('')], { finish: 'stop' }],
    ['calls, and the mark alone', [CALL, 'data: [DONE]\n\n'], { finish: 'calls' }],
  ])('may hold %s', async (_, raw, expected) => {
    expect(solved(await ask({ raw }))).toMatchObject(expected)
  })

  test('gives calls of one id ids of their own', async () => {
    const raw = ['x', 'y'].map((path, at) => call(at, ['same', 'read_file', `{"path":"${path}"}`]))
    const { calls } = solved(await ask({ raw: [...raw, CALLS] }))
    expect(calls.map(({ argumentsText }) => argumentsText)).toEqual(['{"path":"x"}', '{"path":"y"}'])
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
  })

  test('hands on what a model wrote unchecked', async () => {
    for (const [name, argumentsText, expected] of [
      ['launch', '{"path":"x"}', '{"path":"x"}'],
      ['read_file', '{"path":5}', '{"path":5}'],
      ['read_file', '{"path": "x', '{"path": "x'],
      ['read_file', '[1,2]', '[1,2]'],
      ['read_file', '', '{}'],
    ] as const) {
      const told = [{ id: 'a', tool: name, argumentsText: expected }]
      const solution = solved(await ask({ calls: [{ id: 'a', name, argumentsText }] }))
      expect(solution).toMatchObject({ finish: 'calls', calls: told, message: { calls: told } })
    }
  })
})

test.each<[string, string[], string]>([
  ['a frame of no known form', [frame({ hello: 1 }), CALL, CALLS], ''],
  ['calls that are announced and never come', [say('x'), CALLS], 'x'],
  ['a call without a name', [call(0, ['a', '', '{"path":"x"}']), CALLS], ''],
  ['an end that is an error', [say('x'), finish('network_error')], 'x'],
  [
    'arguments that belong to no call',
    [
      ...['read_file', 'write_file'].map(name =>
        delta({ tool_calls: [{ function: { name, arguments: '' } }] }),
      ),
      delta({ tool_calls: [{ function: { arguments: '{"path":"x"}' } }] }),
      CALLS,
    ],
    '',
  ],
])('no answer is one with %s', async (_, raw, text) => {
  expect(failed(await ask({ raw }))).toMatchObject({ reason: 'protocol', retryable: true, text })
})

test('a stream that breaks off is torn, whatever each part of it says of its end', async () => {
  for (const blank of ['', 'null'])
    expect(failed(await ask({ raw: [delta({ content: 'x' }, blank)] }))).toMatchObject({
      reason: 'torn',
      text: 'x',
    })
})

test.each<[object, string, string]>([
  [{ error: { message: 'Slow down', code: 429 } }, 'rate_limited', 'Slow down'],
  [{ error: 'Model crashed' }, 'unavailable', 'Model crashed'],
  [{ object: 'error', message: 'Bad tool', code: 400 }, 'bad_request', 'Bad tool'],
  [{ detail: 'Not Found', code: 404 }, 'bad_request', 'Not Found'],
  [[{ error: { message: 'Exhausted', code: 429 } }], 'rate_limited', 'Exhausted'],
])('an error in a body of success is told, whatever it calls itself: %j', async (body, reason, words) => {
  for (const type of ['application/json', 'text/event-stream', 'text/plain']) {
    const fault = { kind: 'http' as const, status: 200, body, headers: { 'content-type': type } }
    const failure = failed(await ask({ fault }))
    expect([type, failure.reason, failure.message]).toEqual([type, reason, expect.stringContaining(words)])
  }
})

test('an answer that comes whole, and in no stream, is told to be that', async () => {
  const choices = [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }]
  const fault = { kind: 'http', status: 200, body: { choices } } as const
  expect(failed(await ask({ fault })).message).toContain('not with a stream')
})

describe('a server that asks for its reasoning', () => {
  const WANTS = { error: { message: 'The `reasoning_content` must be passed back.', code: 'invalid' } }
  const REFUSES = { error: { message: 'property `reasoning_content` is unsupported', code: 'invalid' } }
  const user = { role: 'user' as const, text: 'Go' }
  const result = { role: 'result' as const, callId: 'a', tool: 'read_file', text: 'x', isError: false }
  const message = (content?: unknown[], provider = 'anthropic') => ({
    role: 'assistant' as const,
    text: '',
    failures: 0,
    calls: [{ id: 'a', tool: 'read_file', argumentsText: '{}' }],
    ...(content ? { verbatim: { provider, content } } : {}),
  })
  const call = { type: 'tool-call', toolCallId: 'a', toolName: 'read_file', input: {} }
  const thought = { type: 'reasoning', text: 'Hm.' }

  test.each([
    [
      WANTS,
      message([{ ...thought, providerOptions: { p: { signature: 's' } } }, call]),
      [undefined, 'Hm.', 'Hm.'],
    ],
    [WANTS, message(), [undefined, ' ', ' ']],
    [REFUSES, message([thought, call], 'compatible'), ['Hm.', undefined, undefined]],
  ])('is asked once more with what it wants, and asked so from then on', async (body, said, reasonings) => {
    const { server } = await wired()
    const { model, name } = modelAt('compatible:small', server.accounts)
    server.script([{ fault: { kind: 'http', status: 400, body } }, { text: 'Hi' }, { text: 'Ho' }])
    const request = asked({ model: name, messages: [user, said, result] })
    expect([solved(await model(request)).text, solved(await model(request)).text]).toEqual(['Hi', 'Ho'])
    const sent = server.requests.map(
      each => /"reasoning_content":"([^"]*)/.exec(JSON.stringify(each.body))?.[1],
    )
    expect(sent).toEqual(reasonings)
  })
})

describe('no answer', () => {
  test('because the server sends nothing but comments', async () => {
    const fault = { kind: 'hang', after: 'content' } as const
    const answer = await ask({ raw: [': still here\n\n'], fault }, { idleMs: 60 })
    expect(failed(answer)).toMatchObject({ reason: 'idle', text: '' })
  })

  test('because nobody greets the connection in the time that it has', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    const baseUrl = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`
    const { model, name } = modelAt('compatible:small', { compatible: { baseUrl } })
    const failure = failed(await model(asked({ model: name, connectMs: 50 })))
    expect(failure).toMatchObject({
      reason: 'network',
      codedText: { params: { reason: 'UND_ERR_CONNECT_TIMEOUT' } },
    })
  })

  test('because the caller stopped it, within or before: then nothing is sent', async () => {
    const { server, ask } = await wired()
    const caller = new AbortController()
    const fault = { kind: 'hang', after: 'content' } as const
    const change = { signal: caller.signal, onDelta: () => caller.abort() }
    const answer = await ask('compatible:small', { text: 'Half', fault }, change)
    expect(failed(answer)).toMatchObject({ reason: 'aborted', retryable: false, text: 'Half' })
    await server.requests[0]?.closed
    const late = await ask('compatible:small', {}, { signal: AbortSignal.abort() })
    expect(failed(late)).toMatchObject({ reason: 'aborted' })
    expect(server.requests).toHaveLength(1)
  })

  test('because it leads elsewhere, where nobody follows it; or it went on after an error', async () => {
    const other = await startWireServer()
    const fault = { kind: 'http', status: 307, body: '', headers: { location: other.url } } as const
    expect(failed(await ask({ fault })).reason).toBe('bad_request')
    expect(other.requests).toEqual([])
    await other.close()
    const open = { kind: 'hang', after: 'content' } as const
    const { server, ask: askHere } = await wired()
    const raw = [frame({ error: { message: 'Broken' } }), say('more')]
    const answer = await askHere('compatible:small', { raw, fault: open })
    expect(failed(answer)).toMatchObject({ reason: 'unavailable', text: '' })
    await server.requests[0]?.closed
  })

  test.each([
    [undefined, undefined, /Set COMPATIBLE_BASE_URL/],
    ['', undefined, /Set COMPATIBLE_BASE_URL/],
    ['localhost:1234', undefined, /COMPATIBLE_BASE_URL is not an address/],
    ['http://me:secret@localhost/v1', undefined, /must not hold a user/],
    ['http://localhost/v1?key=1', undefined, /no “\?”/],
    ['http://localhost/v1', 'two words', /COMPATIBLE_API_KEY holds characters/],
  ])('because it is configured as %s with key %s', async (baseUrl, apiKey, words) => {
    const { model, provider } = modelAt('compatible:small', { compatible: { baseUrl, apiKey } })
    expect(phrase(provider.unavailable() ?? plain(''))).toMatch(words)
    const failure = failed(await model(asked()))
    expect(failure).toMatchObject({ reason: 'no_key', retryable: false })
    expect(failure.message).toMatch(words)
    expect(failure.message).not.toContain('secret')
  })
})

test('what an exception of our own says is not told as the words of the server', () => {
  const bug = new TypeError("Cannot read properties of undefined (reading 'x') at /srv/lib/model/reply.ts:12")
  expect(faultOf(bug, undefined)).toEqual({ kind: 'unreadable', words: 'It could not be read (TypeError).' })
  expect(faultOf('thrown text', undefined)).toEqual({ kind: 'unreadable', words: 'It could not be read.' })
})
