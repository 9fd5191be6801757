import { describe, expect, test } from 'vitest'
import { failed, solved } from '../testing/ask'
import { ask } from '../testing/ask-speech'
import { stream } from '../testing/chat-stream'
import { googleSpeech } from '../testing/google-speech'
import { sentBody } from '../testing/sent-body'
import { data } from '../testing/speech'

const { text, call, end } = googleSpeech

describe('what is sent to Google', () => {
  test('asks for thoughts to be shown', async () => {
    const { body, headers } = await sentBody(googleSpeech)
    expect(headers['x-goog-api-key']).toBe('sk-test-0123456789')
    expect(body).toMatchObject({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
      tools: [{ functionDeclarations: [{ name: 'read_file', description: 'Reads a file.' }] }],
      generationConfig: { thinkingConfig: { includeThoughts: true } },
    })
  })

  test.each([
    ['gemini-4-argon', 'high', { thinkingLevel: 'high', includeThoughts: true }],
    ['gemini-4-argon', 'max', { thinkingLevel: 'high', includeThoughts: true }],
    ['gemini-4-hydrogen', 'max', { thinkingLevel: 'xhigh', includeThoughts: true }],
    ['gemini-4-hydrogen', 'none', { thinkingLevel: 'low' }],
    ['gemini-2.5-flash', 'none', { thinkingBudget: 0 }],
    ['gemini-2.0-flash', 'default', undefined],
  ] as const)('%s thinks %s as far as it can', async (model, thinking, expected) => {
    const { generationConfig } = (await sentBody(googleSpeech, { model, thinking })).body
    expect(generationConfig).toEqual(expected ? { thinkingConfig: expected } : {})
  })

  test('marks calls of other models, which have no signature, as such', async () => {
    const calls = [{ id: 'a', tool: 'read_file', argumentsText: '{}' }]
    const { body } = await sentBody(googleSpeech, {
      messages: [
        { role: 'user', text: 'Go' },
        { role: 'assistant', text: '', calls, failures: 0 },
        { role: 'result', callId: 'a', tool: 'read_file', text: 'x', isError: false },
      ],
    })
    expect(body.contents).toMatchObject([
      {},
      { parts: [{ functionCall: { id: 'a' }, thoughtSignature: 'skip_thought_signature_validator' }] },
      {},
    ])
  })
})

describe('what Google answers', () => {
  test('has ids of its own making where the provider gives none', async () => {
    const bare = data({
      candidates: [{ content: { parts: [{ functionCall: { name: 'read_file', args: {} } }] } }],
    })
    const { calls } = solved(await ask(googleSpeech, stream(bare, bare, end('calls'))))
    expect(calls).toHaveLength(2)
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
    for (const { id } of calls) expect(id).toMatch(googleIds)
  })

  const googleIds = /^[\w-]{1,64}$/

  test('may hold images: each leaves its mark in the text, and none is kept or sent again', async () => {
    const image = (bytes: number, thought = false) =>
      data({
        candidates: [
          {
            content: {
              role: 'model',
              parts: [
                {
                  inlineData: { mimeType: 'image/png', data: 'iVBO'.repeat(bytes / 3) },
                  thoughtSignature: 'c2ln',
                  ...(thought ? { thought } : {}),
                },
              ],
            },
          },
        ],
      })
    const deltas: unknown[] = []
    const frames = [image(3000, true), text('Here: '), image(1_500_000), text(' And there.'), end('text')]
    const { message, ...solution } = solved(
      await ask(googleSpeech, stream(...frames), { onDelta: delta => deltas.push(delta) }),
    )
    const shown = 'Here: [image: image/png, 1,500 KB, left out] And there.'
    expect(solution.text).toBe(shown)
    expect(deltas.map(delta => (delta as { text: string }).text).join('')).toBe(shown)
    expect(JSON.stringify(message).length).toBeLessThan(2_000)
    expect(JSON.stringify(message)).not.toContain('iVBO')
    const messages = [
      { role: 'user' as const, text: 'Draw.' },
      message,
      { role: 'user' as const, text: 'And now?' },
    ]
    const { contents } = (await sentBody(googleSpeech, { messages })).body
    expect(JSON.stringify(contents)).toContain('1,500 KB, left out')
    expect(JSON.stringify(contents)).not.toContain('iVBO')
  })

  test('is filtered where the question was', async () => {
    const blocked = data({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } })
    expect(solved(await ask(googleSpeech, stream(blocked)))).toMatchObject({ finish: 'filtered', text: '' })
  })

  test.each(['OTHER', 'BANANA', 'UNEXPECTED_TOOL_CALL'])(
    'is no answer that ends with %s',
    async finishReason => {
      const last = data({ candidates: [{ content: { parts: [] }, finishReason }] })
      const failure = failed(
        await ask(googleSpeech, stream(text('Hi'), call(['a', 'read_file', '{}']), last)),
      )
      expect(failure).toMatchObject({ reason: 'protocol', retryable: true })
      expect(failure.message).toContain(finishReason)
    },
  )

  test('is one that it could not read, where it says so: no second try will do better', async () => {
    const last = data({ candidates: [{ content: { parts: [] }, finishReason: 'MALFORMED_FUNCTION_CALL' }] })
    expect(solved(await ask(googleSpeech, stream(text('Hi'), last)))).toMatchObject({
      ...{
        finish: 'stop',
        text: 'Hi',
        calls: [],
        unread: expect.stringContaining('MALFORMED_FUNCTION_CALL'),
      },
    })
    const beside = solved(await ask(googleSpeech, stream(call(['a', 'read_file', '{}']), last)))
    expect(beside).toMatchObject({
      finish: 'calls',
      calls: [{ tool: 'read_file' }],
      unread: expect.any(String),
    })
  })

  test('keeps a signature that comes with an empty text at the end', async () => {
    const last = data({
      candidates: [
        { content: { parts: [{ text: '', thoughtSignature: 'bGFzdA==' }] }, finishReason: 'STOP' },
      ],
    })
    const { message } = solved(await ask(googleSpeech, stream(text('Hi'), last)))
    const messages = [
      { role: 'user' as const, text: 'Hello' },
      message,
      { role: 'user' as const, text: 'More' },
    ]
    expect((await sentBody(googleSpeech, { messages })).body.contents).toMatchObject([
      {},
      { parts: [{ text: 'Hi', thoughtSignature: 'bGFzdA==' }] },
      {},
    ])
  })
})
