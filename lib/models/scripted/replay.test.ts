import { describe, expect, test } from 'vitest'
import type { ModelMessage } from '@/lib/domain/call/solution'
import type { Reply } from '@/test/wire/reply'
import type { ModelDelta, ModelRequest } from '../model'
import { asked, ask as askModel, broken, failed, solved } from '../testing/ask'
import { createReplay } from './replay'

/** A pause is over at once; how long it was to be is kept. */
function replaying() {
  const pauses: number[] = []
  const model = createReplay({
    sleep: async ms => {
      pauses.push(ms)
    },
  })
  return { pauses, model }
}

const script = (...turns: unknown[]): ModelMessage => ({ role: 'user', text: JSON.stringify({ turns }) })
const user = (text: string): ModelMessage => ({ role: 'user', text })
const said = (text: string, failures = 0): ModelMessage => ({ role: 'assistant', text, calls: [], failures })

const play = (messages: ModelMessage[], change: Partial<ModelRequest> = {}) =>
  replaying().model(asked({ messages, model: 'replay', ...change }))

const textOf = async (messages: ModelMessage[], failures = 0): Promise<string> =>
  solved(await play(messages, { failures })).text

const AB = script({ text: 'A' }, { text: 'B' }, { text: 'C' })

describe('the entry is chosen by what the history says', () => {
  test.each<[string, ModelMessage[], number, string]>([
    ['first', [AB], 0, 'A'],
    ['second after one answer', [AB, said('A')], 0, 'B'],
    ['second after one failure of this request', [AB], 1, 'B'],
    ['third after an answer that took a failure', [AB, said('B', 1)], 0, 'C'],
    ['third after an answer and a failure', [AB, said('A')], 1, 'C'],
    ['the newest script counts', [AB, said('A'), script({ text: 'new' })], 0, 'new'],
    ['what else was said does not matter', [user('hi'), said('?'), AB, said('A'), user('and?')], 0, 'B'],
  ])('%s', async (...[, messages, failures, expected]) =>
    expect(await textOf(messages, failures)).toBe(expected),
  )

  test('used up, it says so', async () => {
    expect(await textOf([script({ text: 'A' }), said('A')])).toMatch(/script is used up.*"repeat": true/)
  })

  test('with repeat its last entry goes on', async () => {
    const text = JSON.stringify({ turns: [{ text: 'A' }, { text: 'B' }], repeat: true })
    expect(await textOf([user(text), said('A'), said('B'), said('B', 4)])).toBe('B')
  })
})

describe('an entry', () => {
  test('brings reasoning, text and calls, each call with an id of its own', async () => {
    const deltas: ModelDelta[] = []
    const calls = [{ name: 'write_file', arguments: { path: 'a', n: [1] } }, { name: 'task_complete' }]
    const cue = { reasoning: 'Thinking it over', text: 'I will write.', calls }
    const { text, reasoning, ...rest } = solved(
      await play([script(cue)], { failures: 0, onDelta: delta => deltas.push(delta) }),
    )
    expect({ text, reasoning }).toEqual({ text: 'I will write.', reasoning: 'Thinking it over' })
    const streamed = (kind: string) =>
      deltas.flatMap(delta => (delta.kind === kind && 'text' in delta ? [delta.text] : []))
    expect(streamed('text').join('')).toBe(text)
    expect(streamed('text').length).toBeGreaterThan(1)
    expect(streamed('reasoning').join('')).toBe(reasoning)
    expect(rest.calls.map(({ tool, argumentsText }) => [tool, argumentsText])).toEqual([
      ['write_file', '{"path":"a","n":[1]}'],
      ['task_complete', '{}'],
    ])
    expect(new Set(rest.calls.map(({ id }) => id)).size).toBe(2)
    expect(streamed('arguments').length).toBeGreaterThan(2)
    expect(streamed('arguments').join('')).toBe('{"path":"a","n":[1]}{}')
    expect(deltas.filter(({ kind }) => kind === 'call')).toEqual(
      rest.calls.map(({ id, tool }) => ({ kind: 'call', id, tool })),
    )
    expect(rest).toMatchObject({ finish: 'calls', message: { text, calls: rest.calls, failures: 0 } })
    expect(rest.usage.outputTokens).toBeGreaterThan(0)
  })

  test('may give arguments as a text and raw text, to the byte, and may be empty', async () => {
    const text = '{ "n": 1.0, broken'
    const { calls } = solved(await play([script({ calls: [{ name: 'x', arguments: text }] })]))
    expect(calls[0]?.argumentsText).toBe(text)
    const raw = '<tool_call>\n{"name":"x"}</tool_call> 😀'
    expect(await textOf([script({ raw })])).toBe(raw)
    expect(solved(await play([script({})]))).toMatchObject({ text: '', calls: [], finish: 'stop' })
  })

  test('has other ids in another request', async () => {
    const repeating = user(JSON.stringify({ turns: [{ calls: [{ name: 'x' }] }], repeat: true }))
    const ids = async (messages: ModelMessage[]) => solved(await play(messages)).calls.map(({ id }) => id)
    expect(await ids([repeating])).not.toEqual(await ids([repeating, said('')]))
  })

  test.each([
    [{ text: 'fifteen letters', delayMs: 70, chunkMs: 9 }, [70, 9, 9]],
    [{ calls: [{ name: 'x' }], delayMs: 70 }, [70]],
  ])('waits before its first piece and between pieces: %j', async (cue, expected) => {
    const { pauses, model } = replaying()
    await model(asked({ messages: [script(cue)] }))
    expect(pauses).toEqual(expected)
  })

  test('that waits longer than the request tolerates fails as silence', async () => {
    const { pauses, model } = replaying()
    const answer = await model(asked({ messages: [script({ text: 'late', delayMs: 500 })], idleMs: 100 }))
    expect(failed(answer)).toMatchObject({ reason: 'idle', retryable: true, text: '' })
    expect(pauses).toEqual([100])
  })

  test('stops at an abort with what got out', async () => {
    const caller = new AbortController()
    const answer = await play([script({ text: 'many small pieces', chunkMs: 5 })], {
      signal: caller.signal,
      onDelta: () => caller.abort(),
    })
    expect(failed(answer)).toMatchObject({ reason: 'aborted', text: 'many ' })
  })
})

/** What the real client reports of the same fault, but for the name of the server. */
describe('a fault is reported as a real one is', () => {
  const ask = (reply: Reply, change = {}) => askModel('compatible:small', { text: 'Half', ...reply }, change)
  const http = (status: number, error: object, headers = {}): Reply => ({
    fault: { kind: 'http', status, body: { error }, headers },
  })
  test.each<[string, Reply]>([
    ['http_500', http(500, { message: 'A scripted failure.' })],
    ['rate_limit', http(429, { message: 'A scripted rate limit.' }, { 'retry-after': '1' })],
    ['overflow', http(400, { message: 'A scripted overflow.', code: 'context_length_exceeded' })],
    ['eof', { fault: { kind: 'eof', after: 'content' } }],
  ])('%s', async (fault, reply) => {
    const { message, codedText, ...real } = failed(await ask(reply))
    const scripted = failed(await play([script({ text: 'Half', fault })]))
    expect(scripted).toMatchObject({ ...real, codedText: { code: codedText.code } })
    expect(scripted.message).toBe(
      message.replace(/The server at \S+/, 'The scripted model').replace('small', 'scripted:replay'),
    )
  })

  const { reply, onDelta } = broken('content')
  test.each<[string, Reply, object]>([
    ['disconnect', reply, { onDelta }],
    ['bad_json', { inserts: [{ after: 'content', text: 'data: {oh\n\n' }] }, {}],
  ])('%s', async (fault, reply, change) => {
    const { message: _, codedText, ...real } = failed(await ask(reply, change))
    const scripted = failed(await play([script({ text: 'Half', fault })]))
    expect(scripted).toMatchObject({ ...real, codedText: { code: codedText.code } })
  })

  test('hang', async () => {
    const { pauses, model } = replaying()
    const messages = [script({ text: 'Half', fault: 'hang' })]
    expect(failed(await model(asked({ messages, idleMs: 300 })))).toMatchObject({
      reason: 'idle',
      retryable: true,
      text: 'Half',
    })
    expect(pauses).toEqual([300])
  })

  test('length', async () => {
    const cue = { text: 'Half', calls: [{ name: 'x' }], fault: 'length' }
    const expected = { text: 'Half', calls: [{ tool: 'x' }], finish: 'length', message: { calls: [] } }
    expect(solved(await play([script(cue)]))).toMatchObject(expected)
  })

  test('and the request after it takes the next entry', async () => {
    expect(await textOf([script({ fault: 'http_500' }, { text: 'Better' })], 1)).toBe('Better')
  })
})

describe('what is no script', () => {
  test.each([['hello'], ['{"a": 1}'], ['[{"turns": []}]'], ['{"note": "\\"turns\\""}']])(
    '%s is answered with how to use it',
    async text => expect(await textOf([user(text)])).toMatch(/scripted:replay.*no language model/),
  )

  test.each([
    ['{"turns": [', /not valid JSON/],
    ['{"turns": []}', /^- turns: /m],
    ['{"turns": [{"txt": "x"}]}', /^- turns\[0\]: .*txt/m],
    ['{"turns": [{"text": "a"}, {"calls": [{"arguments": {}}]}]}', /^- turns\[1\]\.calls\[0\]\.name: /m],
    ['{"turns": [{"fault": "fire"}]}', /^- turns\[0\]\.fault: /m],
    ['{"turns": [{"delayMs": -1}]}', /^- turns\[0\]\.delayMs: /m],
    ['{"turns": [{}], "loop": true}', /^- script: .*loop/m],
  ])('%s is answered with what is wrong', async (text, words) => {
    expect(await textOf([user(text)])).toMatch(words)
  })
})
