import { describe, expect, test } from 'vitest'
import type { FailureReason } from '@/lib/domain/call/solution'
import type { Fault, Reply } from '@/test/wire/reply'
import type { WireName } from '@/test/wire/speech'
import { PROVIDERS, SPEECHES } from '@/test/wire/start-wire-server'
import type { ModelDelta } from '../model'
import { ask, asked, broken, failed, KEY, modelAt, sentBody, solved, wired } from '../testing/ask'

const ARGUMENTS = '{"path": "ä b",  "n": 1.0}'
const READ = { id: 'a1', name: 'read_file', argumentsText: ARGUMENTS }
const LAUNCH = { id: 'b2', name: 'launch', argumentsText: '{}' }
const USAGE = { inputTokens: 90, outputTokens: 40, cachedTokens: 30, reasoningTokens: 20 }

const PATHS: Record<WireName, string> = {
  openai: '/v1/responses',
  'openai-chat': '/v1/chat/completions',
  anthropic: '/v1/messages',
  google: '/v1beta/models/gemini-4-argon:streamGenerateContent?alt=sse',
  compatible: '/compatible/v1/chat/completions',
}

/** Google parses the arguments itself. */
const writtenBy = (provider: WireName): string =>
  provider === 'google' ? JSON.stringify(JSON.parse(ARGUMENTS)) : ARGUMENTS

const rows = PROVIDERS.map(([provider, model]) => [provider, `${provider}:${model}`] as const)

test.each(rows)('%s: a number of a former call is sent with all of its digits', async (_, id) => {
  const { server } = await wired()
  let body = ''
  const { model, name } = modelAt(id, server.accounts, async (_target, init) => {
    body = String(init?.body)
    return new Response('', { status: 400 })
  })
  const calls = [{ id: 'a', tool: 'read_file', argumentsText: '{"id":12345678901234567890}' }]
  const message = { role: 'assistant', text: '', calls, failures: 0 } as const
  const result = { role: 'result', callId: 'a', tool: 'read_file', text: 'x', isError: false } as const
  failed(await model(asked({ model: name, messages: [{ role: 'user', text: 'Go' }, message, result] })))
  expect(body).toContain(':12345678901234567890}')
})

describe.each(rows)('%s: a whole answer', (provider, id) => {
  const shows = provider !== 'openai-chat'

  test('brings reasoning, text, usage and calls in their order, piece by piece, with the key to the usual path', async () => {
    const { server, ask } = await wired()
    const deltas: ModelDelta[] = []
    const reply: Reply = {
      reasoning: 'Hm, hm.',
      text: 'für 🙂 alle: both.',
      calls: [READ, LAUNCH],
      usage: USAGE,
    }
    const answer = await ask(id, { ...reply, splitBytes: 3 }, { onDelta: delta => deltas.push(delta) })
    const calls = [
      { id: 'a1', tool: 'read_file', argumentsText: writtenBy(provider) },
      { id: 'b2', tool: 'launch', argumentsText: '{}' },
    ]
    expect(solved(answer)).toMatchObject({
      text: reply.text,
      finish: 'calls',
      calls,
      usage: { ...USAGE, totalTokens: 130 },
      message: { role: 'assistant', text: reply.text, calls },
    })
    expect(solved(answer).reasoning).toBe(shows ? 'Hm, hm.' : undefined)
    const piecesOf = (kind: ModelDelta['kind'], call?: string) =>
      deltas.flatMap(delta =>
        delta.kind === kind && 'text' in delta && (!call || ('id' in delta && delta.id === call))
          ? delta.text
          : [],
      )
    expect(piecesOf('text').length).toBeGreaterThan(1)
    expect([piecesOf('text').join(''), piecesOf('reasoning').join('')]).toEqual([
      reply.text,
      shows ? 'Hm, hm.' : '',
    ])
    expect(deltas.flatMap(delta => (delta.kind === 'call' ? [[delta.id, delta.tool]] : []))).toEqual(
      calls.map(call => [call.id, call.tool]),
    )
    for (const call of calls) expect(piecesOf('arguments', call.id).join('')).toBe(call.argumentsText)
    expect(server.requests.map(({ url }) => url)).toEqual([PATHS[provider]])
    expect(JSON.stringify(server.requests[0]?.headers)).toContain(KEY)
  })

  test('may have nothing in it, or be cut: calls are told then, and nothing goes back', async () => {
    expect(solved(await ask(id, {}))).toMatchObject({ text: '', finish: 'stop', calls: [] })
    for (const finish of ['length', 'filtered', 'refused'] as const) {
      const { message, ...solution } = solved(await ask(id, { text: 'Half', calls: [READ], finish }))
      const told = finish === 'length' ? 'length' : 'filtered'
      expect(solution).toMatchObject({ text: 'Half', finish: told, calls: [{ tool: 'read_file' }] })
      expect(message).toMatchObject({ text: 'Half', calls: [] })
      expect(message.verbatim).toBeUndefined()
    }
  })
})

type Row = [fault: Fault | Omit<Reply, 'fault'>, reason: FailureReason, status?: boolean]

const HALF: Reply = { reasoning: 'Hm.', text: 'Half', calls: [READ], chunkChars: 100 }
const places = ['start', 'middle', 'content'] as const

/** A reply that would be a whole answer, with text and a call, were it not for the fault. */
const FAULTS: Row[] = [
  [{ kind: 'http', status: 401 }, 'auth', false],
  [{ kind: 'http', status: 403 }, 'auth', false],
  [{ kind: 'http', status: 400 }, 'bad_request', false],
  [{ kind: 'http', status: 307, headers: { location: 'http://127.0.0.1:9/' } }, 'bad_request', false],
  [{ kind: 'http', status: 413 }, 'overflow', false],
  [{ kind: 'http', status: 429, headers: { 'retry-after': '7' } }, 'rate_limited'],
  ...[500, 503, 529].map((status): Row => [{ kind: 'http', status }, 'unavailable']),
  [{ kind: 'http', status: 500, body: '<html>Oh</html>' }, 'unavailable'],
  [{ kind: 'http', status: 200, body: '<html>Sign in</html>' }, 'protocol'],
  [{ kind: 'http', status: 200, body: { hello: 1 } }, 'protocol'],
  [{ kind: 'http', status: 200, body: '' }, 'protocol'],
  [{ kind: 'reset', after: 'headers' }, 'network'],
  [{ kind: 'hang', after: 'headers' }, 'idle'],
  [{ kind: 'hang', after: 'content' }, 'idle'],
  [{ kind: 'empty' }, 'torn'],
  ...places.map((after): Row => [{ kind: 'eof', after }, 'torn']),
  ...places.map(
    (after): Row => [{ inserts: [{ after, text: 'data: {"torn": "in the mid\n\n' }] }, 'protocol'],
  ),
  ...places.map((after): Row => [{ kind: 'error_frame', after }, 'unavailable']),
  [{ kind: 'error_frame', status: 429 }, 'rate_limited'],
]

const lines = (failures: unknown[]): string[] => failures.map(each => JSON.stringify(each))

describe.each(rows)('%s: what is no answer', (provider, id) => {
  test('is told as what it is, and whether asking again may help', async () => {
    const told: unknown[] = []
    for (const [given] of FAULTS) {
      const isQuiet = 'kind' in given && given.kind === 'hang'
      const reply = 'kind' in given ? { ...HALF, fault: given } : { ...HALF, ...given }
      const failure = failed(await ask(id, reply, { idleMs: isQuiet ? 60 : 10_000 }))
      expect(failure.message).not.toContain(KEY)
      told.push([given, failure.reason, failure.retryable, failure.retryAfterMs])
    }
    const expected = FAULTS.map(([given, reason, again = true]) => [
      ...[given, reason, again],
      reason === 'rate_limited' && 'kind' in given && given.kind === 'http' ? 7000 : undefined,
    ])
    expect(lines(told)).toEqual(lines(expected))
  })

  test('keeps what was said before: a reset, also behind the reason for the end, an error, a call that never ends', async () => {
    for (const after of ['content', 'finish'] as const) {
      const { reply, onDelta } = broken(after)
      const failure = failed(await ask(id, { ...HALF, ...reply }, { onDelta }))
      expect(failure).toMatchObject({ reason: 'torn', retryable: true, text: 'Half' })
    }
    const late = failed(await ask(id, { ...HALF, fault: { kind: 'error_frame', after: 'content' } }))
    expect(late).toMatchObject({
      reason: 'unavailable',
      text: 'Half',
      message: expect.stringContaining('It failed.'),
    })
    const frame = SPEECHES[provider].wrongTyped
    const odd = failed(await ask(id, { ...HALF, inserts: [{ after: 'start', text: frame }] }))
    expect(odd).toMatchObject({ reason: 'protocol', retryable: true })
    if (provider !== 'openai' && provider !== 'anthropic') return
    for (const argumentsText of ['{"path":"x"}', '']) {
      const open = { ...READ, id: 'c3', argumentsText, isOpen: true }
      const failure = failed(await ask(id, { ...HALF, calls: [READ, open] }))
      expect(failure).toMatchObject({ reason: 'protocol', retryable: true, text: 'Half' })
    }
  })

  test('never shows a key that is echoed, and names the address where nobody answers', async () => {
    const { ask } = await wired()
    const body = { error: { message: `Cannot use ${KEY}`, status: 'INTERNAL', type: 'x', code: 500 } }
    for (const reply of [
      { fault: { kind: 'http' as const, status: 500, body } },
      { fault: { kind: 'http' as const, status: 400, body: `Bad key ${KEY}` } },
      { raw: [`data: ${JSON.stringify(body)}\n\n`] },
    ])
      expect(failed(await ask(id, reply)).message).not.toContain(KEY)
    const closed = await wired()
    await closed.server.close()
    const failure = failed(await closed.ask(id, {}))
    expect(failure).toMatchObject({ reason: 'network', retryable: true })
    expect(failure.message).toMatch(/refuses connections.* Check [A-Z_]+BASE_URL/)
  })
})

test('pictures are sent in each provider’s form', async () => {
  const hash = `sha256:${'0'.repeat(64)}`
  const images = [{ hash, mediaType: 'image/png', width: 1, height: 1, bytes: 3 }]
  const pictures = new Map([[hash, new Uint8Array([1, 2, 3])]])
  const messages = [{ role: 'user' as const, text: 'Look.', images }]
  const forms: Record<WireName, unknown> = {
    openai: { type: 'input_image', image_url: 'data:image/png;base64,AQID' },
    'openai-chat': { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
    anthropic: { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AQID' } },
    google: { inlineData: { mimeType: 'image/png', data: 'AQID' } },
    compatible: { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
  }
  for (const [provider, id] of rows) {
    const { body } = await sentBody(id, { messages, pictures })
    expect(JSON.stringify(body)).toContain(JSON.stringify(forms[provider]).slice(1, -1))
  }
})
