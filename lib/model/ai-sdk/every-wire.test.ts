import { describe, expect, test } from 'vitest'
import type { ModelDelta } from '../model'
import { asked, failed, solved } from '../testing/ask'
import { ask } from '../testing/ask-speech'
import { begin, breakable, refuse, stream } from '../testing/chat-stream'
import { type Answering, serve } from '../testing/serve'
import { KEY, SPEECHES, speaker } from '../testing/speeches'

const ARGUMENTS = '{"path":"a b","n":1}'

/** Each Call as it was told while it came. */
const told = (deltas: ModelDelta[]): string[] =>
  deltas.flatMap(delta => {
    if (delta.kind !== 'call') return []
    const pieces = deltas.flatMap(part =>
      part.kind === 'arguments' && part.id === delta.id ? part.text : [],
    )
    return [`${delta.id} ${delta.tool} ${pieces.join('')}`]
  })

describe.each(SPEECHES)('%s: a whole answer', (name, speech) => {
  const { begin: head, text, thought, call, end } = speech
  const thinks = thought?.('Hm, hm.', 'c2lnbmVk') ?? ''

  test('brings text, reasoning, deltas and usage', async () => {
    const deltas: unknown[] = []
    const answer = await ask(speech, stream(head, thinks, text('Hello'), end('text')), {
      onDelta: delta => deltas.push(delta),
    })
    expect(solved(answer)).toMatchObject({
      text: 'Hello',
      finish: 'stop',
      calls: [],
      usage: { ...speech.usage, totalTokens: 29 },
      message: { role: 'assistant', text: 'Hello', verbatim: { provider: name } },
    })
    expect(solved(answer).reasoning).toBe(thought ? 'Hm, hm.' : undefined)
    const told = thought ? [{ kind: 'reasoning', text: 'Hm, hm.' }] : []
    expect(deltas).toEqual([...told, { kind: 'text', text: 'Hello' }])
  })

  test('brings calls in the order of the model, with the text of their arguments', async () => {
    const calls = call(['a1', 'read_file', ARGUMENTS]) + call(['b2', 'launch', '{}'], 1)
    const deltas: ModelDelta[] = []
    const answer = await ask(speech, stream(head, text('Both.'), calls, end('calls')), {
      onDelta: delta => deltas.push(delta),
    })
    expect(told(deltas)).toEqual([`a1 read_file ${ARGUMENTS}`, 'b2 launch {}'])
    expect(solved(answer)).toMatchObject({
      text: 'Both.',
      finish: 'calls',
      calls: [
        { id: 'a1', tool: 'read_file', argumentsText: ARGUMENTS },
        { id: 'b2', tool: 'launch', argumentsText: '{}' },
      ],
    })
  })

  test('may have nothing in it', async () => {
    expect(solved(await ask(speech, stream(head, end('text'))))).toMatchObject({ text: '', finish: 'stop' })
  })

  test.each(['length', 'filtered'] as const)('that ends with %s has calls only to be told', async how => {
    const reply = stream(head, text('Half'), call(['a1', 'read_file', ARGUMENTS]), end(how))
    const { message, ...solution } = solved(await ask(speech, reply))
    expect(solution).toMatchObject({ text: 'Half', finish: how, calls: [{ tool: 'read_file' }] })
    expect(message).toMatchObject({ calls: [] })
    expect(message.verbatim).toBeUndefined()
  })

  test('is filtered where the model refused, though it proposed a call', async () => {
    const refused = stream(head, call(['a1', 'read_file', ARGUMENTS]), speech.refusedEnd ?? end('filtered'))
    expect(solved(await ask(speech, refused))).toMatchObject({ finish: 'filtered', message: { calls: [] } })
  })
})

describe.each(SPEECHES)('%s: a stream that is no answer', (_, speech) => {
  const { begin: head, text, call, end } = speech
  const half = head + text('Half') + call(['a1', 'read_file', ARGUMENTS])

  test.each<[string, Answering, string]>([
    ['ends cleanly before its end', stream(half), 'torn'],
    ['is empty', stream(), 'torn'],
    ['holds a line that is not JSON', stream(half, 'data: {"cho\n\n', end('calls')), 'protocol'],
    ['is a page of HTML', refuse(200, '<html>Sign in</html>', { 'content-type': 'text/html' }), 'protocol'],
    ['is a body of JSON', refuse(200, { hello: 1 }), 'protocol'],
    ['is an empty body', refuse(200, '', { 'content-type': 'text/plain' }), 'protocol'],
  ])('%s', async (...[, answer, reason]) => {
    expect(failed(await ask(speech, answer))).toMatchObject({ reason, retryable: true })
  })

  test.each(['{"path":"x"}', ''])('holds a call that began and never ended, with %j', async written => {
    if (!speech.halfCall) return
    const more = speech.halfCall(['b2', 'write_file', written])
    const failure = failed(await ask(speech, stream(half, more, end('calls'))))
    expect(failure).toMatchObject({ reason: 'protocol', retryable: true, text: 'Half' })
  })

  test.each([
    ['within', ''],
    ['after it said how it ends', end('calls')],
  ])('breaks off with a reset of the connection, %s', async (_, last) => {
    const { answer, reset } = breakable(half, last)
    const failure = failed(await ask(speech, answer, { onDelta: reset }))
    expect(failure).toMatchObject({ reason: 'torn', retryable: true, text: 'Half' })
  })

  test('is silent', async () => {
    expect(failed(await ask(speech, begin(half), { idleMs: 400 }))).toMatchObject({
      reason: 'idle',
      text: 'Half',
    })
    expect(failed(await ask(speech, () => {}, { idleMs: 40 }))).toMatchObject({ reason: 'idle' })
  })

  const overloaded = {
    openai: { status: 500, type: 'server_error', message: 'The server had an error' },
    'openai-chat': { status: 500, type: 'server_error', message: 'The server had an error' },
    anthropic: { status: 529, type: 'overloaded_error', message: 'Overloaded' },
    google: { status: 503, type: 'UNAVAILABLE', message: 'The model is overloaded.' },
  }[speech.kind.name] ?? { status: 500, type: 'api_error', message: 'Oh' }

  test.each([
    ['before any output', head, ''],
    ['after some output', half, 'Half'],
  ])('holds an error %s', async (_, before, said) => {
    const answer = await ask(speech, stream(before, speech.error(overloaded), end('calls')))
    expect(failed(answer)).toMatchObject({ reason: 'unavailable', retryable: true, text: said })
    expect(failed(answer).message).toContain(overloaded.message)
  })
})

describe.each(SPEECHES)('%s: what is sent', (name, speech) => {
  test('goes to the usual path of a bare origin, once, with the key', async () => {
    const server = await serve(refuse(500, ''))
    await speaker(speech, server.url).model(asked({ model: speech.model }))
    expect(server.received.map(({ url }) => url)).toEqual([
      {
        openai: '/v1/responses',
        'openai-chat': '/v1/chat/completions',
        anthropic: '/v1/messages',
        google: `/v1beta/models/${speech.model}:streamGenerateContent?alt=sse`,
      }[name],
    ])
    expect(JSON.stringify(server.received[0]?.headers)).toContain(KEY)
  })
})
