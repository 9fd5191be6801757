import { describe, expect, test } from 'vitest'
import type { Reply } from '@/test/wire/reply'
import { data, sealOf } from '@/test/wire/speech'
import { ask as askModel, failed, sentBody, sentMessages, solved } from '../testing/ask'

const ARGON = 'google:gemini-4-argon'
const ask = (reply: Reply, change = {}) => askModel(ARGON, reply, change)
const chunk = (parts: object[], more: object = {}): string =>
  data({ candidates: [{ content: { role: 'model', parts }, ...more }] })
const HELLO = { role: 'user' as const, text: 'Hello' }
const READ = { id: 'a', name: 'read_file' }

describe('what is sent to Google', () => {
  test('asks for thoughts to be shown', async () => {
    const { body, headers } = await sentBody(ARGON)
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
    const { generationConfig } = (await sentBody(`google:${model}`, { thinking })).body
    expect(generationConfig).toEqual(expected ? { thinkingConfig: expected } : {})
  })

  test('marks calls of other models, which have no signature, as such', async () => {
    const calls = [{ id: 'a', tool: 'read_file', argumentsText: '{}' }]
    const sent = await sentMessages(ARGON, [
      { role: 'user', text: 'Go' },
      { role: 'assistant', text: '', calls, failures: 0 },
      { role: 'result', callId: 'a', tool: 'read_file', text: 'x', isError: false },
    ])
    const parts = [{ functionCall: { id: 'a' }, thoughtSignature: 'skip_thought_signature_validator' }]
    expect(sent).toMatchObject([{}, { parts }, {}])
  })
})

describe('what Google answers', () => {
  test('has ids of its own making where the provider gives none', async () => {
    const bare = chunk([{ functionCall: { name: 'read_file', args: {} } }])
    const { calls } = solved(await ask({ inserts: [{ after: 'start', text: bare + bare }] }))
    expect(calls).toHaveLength(2)
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
    for (const { id } of calls) expect(id).toMatch(/^[\w-]{1,64}$/)
  })

  test('may hold images: each leaves its mark in the text, and none is kept or sent again', async () => {
    const image = (bytes: number, more = {}) =>
      chunk([
        {
          inlineData: { mimeType: 'image/png', data: 'iVBO'.repeat(bytes / 3) },
          thoughtSignature: 'c2ln',
          ...more,
        },
      ])
    const deltas: unknown[] = []
    const frames = [
      ...[image(3000, { thought: true }), chunk([{ text: 'Here: ' }]), image(1_500_000)],
      chunk([{ text: ' And there.' }]),
    ]
    const reply = { inserts: [{ after: 'start' as const, text: frames.join('') }] }
    const { message, ...solution } = solved(
      await ask(reply, { onDelta: (delta: unknown) => deltas.push(delta) }),
    )
    const shown = 'Here: [image: image/png, 1,500 KB, left out] And there.'
    expect(solution.text).toBe(shown)
    expect(deltas.map(delta => (delta as { text: string }).text).join('')).toBe(shown)
    expect(JSON.stringify(message).length).toBeLessThan(2_000)
    expect(JSON.stringify(message)).not.toContain('iVBO')
    const contents = await sentMessages(ARGON, [HELLO, message, HELLO])
    expect(JSON.stringify(contents)).toContain('1,500 KB, left out')
    expect(JSON.stringify(contents)).not.toContain('iVBO')
  })

  test('is filtered where the question was', async () => {
    const raw = [data({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } })]
    expect(solved(await ask({ raw }))).toMatchObject({ finish: 'filtered', text: '' })
  })

  test.each(['OTHER', 'UNEXPECTED_TOOL_CALL'])('is no answer that ends with %s', async finishReason => {
    const inserts = [{ after: 'content' as const, text: chunk([], { finishReason }) }]
    const fault = { kind: 'eof', after: 'content' } as const
    const failure = failed(await ask({ text: 'Hi', calls: [READ], inserts, fault }))
    expect(failure).toMatchObject({ reason: 'protocol', retryable: true })
    expect(failure.message).toContain(finishReason)
  })

  test('is one that it could not read, where it says so: no second try will do better', async () => {
    const unread = expect.stringContaining('MALFORMED_FUNCTION_CALL')
    const garbled = { ...READ, argumentsText: '{"path": "a' }
    expect(solved(await ask({ text: 'Hi', calls: [garbled] }))).toMatchObject({
      finish: 'stop',
      text: 'Hi',
      calls: [],
      unread,
    })
    expect(solved(await ask({ calls: [READ, garbled] }))).toMatchObject({
      finish: 'calls',
      calls: [{ tool: 'read_file' }],
      unread,
    })
  })

  test('keeps a signature that comes with an empty text at the end', async () => {
    const { message } = solved(await ask({ text: 'Hi' }))
    const sent = await sentMessages(ARGON, [HELLO, message, HELLO])
    const parts = [{ text: 'Hi', thoughtSignature: sealOf('google', 'Hi') }]
    expect(sent).toMatchObject([{}, { parts }, {}])
  })
})
