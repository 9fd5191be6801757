import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ask, solved } from '../testing/ask'
import { CALL, call, DONE, delta, finish, frame, say, stream } from '../testing/chat-stream'

describe('a complete answer', () => {
  test('brings text, deltas, usage and its own form for the next request', async () => {
    const deltas: unknown[] = []
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 7,
      total_tokens: 17,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 3 },
    }
    const answer = await ask(
      stream(
        delta({ role: 'assistant', reasoning_content: 'Hm' }),
        say('Hel'),
        say('lo'),
        finish('stop'),
        frame({ id: 'c', choices: [], usage }),
        DONE,
      ),
      { onDelta: part => deltas.push(part), failures: 2 },
    )
    expect(solved(answer)).toEqual({
      text: 'Hello',
      reasoning: 'Hm',
      calls: [],
      finish: 'stop',
      usage: { inputTokens: 10, outputTokens: 7, cachedTokens: 4, reasoningTokens: 3, totalTokens: 17 },
      message: {
        role: 'assistant',
        text: 'Hello',
        calls: [],
        failures: 2,
        verbatim: {
          provider: 'compatible',
          content: [
            { type: 'reasoning', text: 'Hm', providerOptions: undefined },
            { type: 'text', text: 'Hello', providerOptions: undefined },
          ],
        },
      },
    })
    expect(deltas).toEqual([
      { kind: 'reasoning', text: 'Hm' },
      { kind: 'text', text: 'Hel' },
      { kind: 'text', text: 'lo' },
    ])
  })

  test('keeps the text of arguments byte for byte', async () => {
    const text = '{ "n" : 1.0,\n "big": 12345678901234567890, "path":"\\u00e9 ü 😀", "n":2 }'
    const pieces = [text.slice(0, 3), text.slice(3, 41), text.slice(41)]
    const answer = await ask(
      stream(
        call(0, ['call_a', 'read_file', '']),
        ...pieces.map(piece => call(0, [undefined, undefined, piece])),
        finish('tool_calls'),
        DONE,
      ),
    )
    expect(solved(answer).calls).toEqual([{ id: 'call_a', tool: 'read_file', argumentsText: text }])
  })

  test('keeps them so however they are cut into pieces', async () => {
    const cut = fc.tuple(fc.json(), fc.array(fc.nat(), { maxLength: 6 })).map(([text, at]) => {
      const places = [0, ...at.map(n => n % (text.length + 1)).sort((a, b) => a - b), text.length]
      return { text, pieces: places.slice(1).map((end, i) => text.slice(places[i], end)) }
    })
    await fc.assert(
      fc.asyncProperty(cut, async ({ text, pieces }) => {
        const frames = pieces.map((piece, i) =>
          call(0, i === 0 ? ['a', 'read_file', piece] : [undefined, undefined, piece]),
        )
        const answer = await ask(stream(...frames, finish('tool_calls'), DONE))
        expect(solved(answer).calls).toEqual([{ id: 'a', tool: 'read_file', argumentsText: text }])
      }),
      { numRuns: 40 },
    )
  })

  test('brings several calls in the order of the model, also where their pieces are interleaved', async () => {
    const answer = await ask(
      stream(
        say('Both.'),
        call(0, ['a', 'read_file', '{"path":']),
        call(1, ['b', 'write_file', '{']),
        call(0, [undefined, undefined, '"x"}']),
        call(1, [undefined, undefined, '}']),
        finish('tool_calls'),
        DONE,
      ),
    )
    expect(solved(answer)).toMatchObject({
      text: 'Both.',
      finish: 'calls',
      calls: [
        { id: 'a', tool: 'read_file', argumentsText: '{"path":"x"}' },
        { id: 'b', tool: 'write_file', argumentsText: '{}' },
      ],
    })
  })

  test('gives calls of one id ids of their own', async () => {
    const answer = await ask(
      stream(
        call(0, ['same', 'read_file', '{"path":"x"}']),
        call(1, ['same', 'read_file', '{"path":"y"}']),
        finish('tool_calls'),
        DONE,
      ),
    )
    const { calls } = solved(answer)
    expect(calls.map(({ argumentsText }) => argumentsText)).toEqual(['{"path":"x"}', '{"path":"y"}'])
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
  })

  test.each([
    ['a tool that was not offered', 'launch', '{"path":"x"}', '{"path":"x"}'],
    ['arguments that break the schema', 'read_file', '{"path":5}', '{"path":5}'],
    ['broken JSON', 'read_file', '{"path": "x', '{"path": "x'],
    ['a list for arguments', 'read_file', '[1,2]', '[1,2]'],
    ['no arguments at all', 'read_file', '', '{}'],
  ])('hands on %s unchecked', async (...[, tool, text, expected]) => {
    const answer = await ask(stream(call(0, ['a', tool, text]), finish('tool_calls'), DONE))
    expect(solved(answer)).toMatchObject({
      finish: 'calls',
      calls: [{ id: 'a', tool, argumentsText: expected }],
      message: { calls: [{ id: 'a', tool, argumentsText: expected }] },
    })
  })

  test('may say stop and still hold calls', async () => {
    const answer = await ask(stream(CALL, finish('stop'), DONE))
    expect(solved(answer)).toMatchObject({ finish: 'calls', calls: [{ id: 'call_a' }] })
  })

  test('may be empty when it says that it is complete', async () => {
    const answer = await ask(stream(finish('stop'), DONE))
    expect(solved(answer)).toMatchObject({ text: '', calls: [], finish: 'stop' })
  })

  test.each([
    ['length', 'length'],
    ['content_filter', 'filtered'],
  ])('that ends with %s keeps its text, and its calls only to be told', async (reason, expected) => {
    const answer = await ask(stream(say('Half'), CALL, finish(reason), DONE))
    expect(solved(answer)).toMatchObject({
      text: 'Half',
      calls: [expect.objectContaining({ id: expect.any(String) })],
      finish: expected,
      message: { text: 'Half', calls: [] },
    })
    expect(solved(answer).message.verbatim).toBeUndefined()
  })

  test('that is a refusal is filtered', async () => {
    const answer = await ask(stream(delta({ refusal: 'I will not.' }), CALL, finish('stop'), DONE))
    expect(solved(answer)).toMatchObject({
      text: 'I will not.',
      calls: [expect.anything()],
      finish: 'filtered',
      message: { calls: [] },
    })
  })
})

test.each([100, 1_000, 20_000])(
  'arguments that nest %i levels deep arrive as they were written',
  async depth => {
    const text = `{"path":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const { calls, finish: how } = solved(
      await ask(stream(call(0, ['call_a', 'read_file', text]), finish('tool_calls'), DONE)),
    )
    expect(calls).toEqual([{ id: 'call_a', tool: 'read_file', argumentsText: text }])
    expect(how).toBe('calls')
  },
)
