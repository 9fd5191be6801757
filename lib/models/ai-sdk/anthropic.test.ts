import { describe, expect, test } from 'vitest'
import type { Reply } from '@/test/wire/reply'
import { event, thoughtSeal } from '@/test/wire/speech'
import { ask as askModel, failed, SCHEMA, sentBody, sentMessages, solved } from '../testing/ask'

const OPUS = 'anthropic:claude-opus-5-5'
const ask = (reply: Reply) => askModel(OPUS, reply)
const SEAL = thoughtSeal('anthropic', { reasoning: 'Hm.', text: '', ids: ['a'] })
const DROP = { block_binding: { prefix_mismatch_behavior: 'drop_block' } }

describe('what is sent to Anthropic', () => {
  test('asks for thinking to be shown, and for the conversation to be remembered', async () => {
    const { body, headers } = await sentBody(OPUS)
    expect(headers).toMatchObject({ 'anthropic-version': '2023-06-01', 'x-api-key': 'sk-test-0123456789' })
    expect(body).toEqual({
      model: 'claude-opus-5-5',
      max_tokens: 128_000,
      stream: true,
      system: [{ type: 'text', text: 'Be brief.' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
      tools: [
        {
          name: 'read_file',
          description: 'Reads a file.',
          input_schema: SCHEMA,
          eager_input_streaming: true,
        },
      ],
      tool_choice: { type: 'auto' },
      cache_control: { type: 'ephemeral' },
      thinking: { type: 'adaptive', display: 'summarized', ...DROP },
    })
  })

  test.each([
    [true, { type: 'ephemeral', ttl: '1h' }],
    [false, { type: 'ephemeral' }],
  ])('is remembered for an hour where a call may wait in between (%s)', async (isLong, expected) => {
    const { body } = await sentBody(OPUS, { cache: { key: 'session-1', isLong } })
    expect(body.cache_control).toEqual(expected)
  })

  const shown = { type: 'adaptive', display: 'summarized' }

  test.each([
    ['claude-opus-5-5', 'high', { ...shown, ...DROP }, 'high'],
    ['claude-opus-5-5', 'max', { ...shown, ...DROP }, 'max'],
    ['claude-opus-5-5', 'minimal', { ...shown, ...DROP }, 'low'],
    ['claude-opus-5-5', 'none', { type: 'adaptive', ...DROP }, 'low'],
    ['claude-haiku-5-5', 'none', { type: 'disabled' }, undefined],
    ['claude-haiku-5-5', 'default', { ...shown, ...DROP }, undefined],
    ['claude-sonnet-5-5', 'none', { type: 'between_tools' }, undefined],
    ['claude-sonnet-5', 'default', shown, undefined],
    ['claude-sonnet-5', 'none', { type: 'disabled' }, undefined],
    ['claude-opus-4-6', 'default', undefined, undefined],
    ['claude-opus-4-6', 'xhigh', shown, 'high'],
    ['claude-haiku-4-5', 'default', undefined, undefined],
    ['claude-haiku-4-5', 'none', { type: 'disabled' }, undefined],
  ] as const)('%s thinks %s as far as it can', async (...[model, thinking, expected, effort]) => {
    const { body } = await sentBody(`anthropic:${model}`, { thinking })
    expect(body.thinking).toEqual(expected)
    expect(body.output_config).toEqual(effort && { effort })
  })

  test('gives an older model a budget for its thinking within its output', async () => {
    const { body } = await sentBody('anthropic:claude-haiku-4-5', { thinking: 'high' })
    const { budget_tokens: budget } = body.thinking as { budget_tokens: number }
    expect(budget).toBeGreaterThanOrEqual(1024)
    expect(budget).toBeLessThan(Number(body.max_tokens))
  })

  test('lets such a model go on without thinking where it did not think about its last calls', async () => {
    const calls = [{ id: 'a', tool: 'read_file', argumentsText: '{}' }]
    const result = { role: 'result' as const, callId: 'a', tool: 'read_file', text: 'x', isError: false }
    const thought = { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: SEAL } } }
    const call = { type: 'tool-call', toolCallId: 'a', toolName: 'read_file', input: {} }
    for (const [content, expected] of [
      [[call], { type: 'disabled' }],
      [[thought, call], { type: 'enabled', budget_tokens: expect.any(Number) }],
    ]) {
      const message = {
        role: 'assistant' as const,
        text: '',
        calls,
        failures: 0,
        verbatim: { provider: 'anthropic', content },
      }
      const { body } = await sentBody('anthropic:claude-haiku-4-5', {
        thinking: 'high',
        messages: [{ role: 'user', text: 'Hello' }, message, result],
      })
      expect(body.thinking).toEqual(expected)
    }
  })

  test('leaves out texts of blanks alone, which it refuses', async () => {
    const calls = [{ id: 'a', name: 'read_file' }]
    const { message } = solved(await ask({ text: '\n\n', calls }))
    const result = { role: 'result' as const, callId: 'a', tool: 'read_file', text: 'x', isError: false }
    const { verbatim: _, ...foreign } = message
    for (const said of [message, foreign]) {
      const sent = await sentMessages(OPUS, [{ role: 'user', text: 'Hello' }, said, result])
      expect(sent).toMatchObject([{}, { content: [{ type: 'tool_use', id: 'a' }] }, {}])
    }
  })
})

describe('what Anthropic answers', () => {
  test('may hold kinds of events that are not known yet', async () => {
    const text = event({ type: 'weather_report', sky: 'blue' })
    const inserts = (['middle', 'content'] as const).map(after => ({ after, text }))
    const calls = [{ id: 'a', name: 'read_file' }]
    expect(solved(await ask({ text: 'Hi', calls, inserts }))).toMatchObject({
      text: 'Hi',
      calls: [{ id: 'a' }],
      message: { verbatim: { provider: 'anthropic' } },
    })
  })

  test.each([
    [
      'a block of an unknown kind',
      event({ type: 'content_block_start', index: 3, content_block: { type: 'oracle' } }),
    ],
    [
      'arguments of no block',
      event({
        type: 'content_block_delta',
        index: 9,
        delta: { type: 'input_json_delta', partial_json: '{}' },
      }),
    ],
    [
      'a second message',
      event({ type: 'message_start', message: { id: 'msg_2', usage: { input_tokens: 1 } } }),
    ],
  ])('is no answer with %s', async (_, frame) => {
    expect(failed(await ask({ text: 'Hi', inserts: [{ after: 'content', text: frame }] }))).toMatchObject({
      reason: 'protocol',
      retryable: true,
    })
  })

  test.each(['pause_turn', 'banana', null])(
    'ends with %j, which is no end only if it says so',
    async stop_reason => {
      const last = event({ type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 1 } })
      const text = last + event({ type: 'message_stop' })
      const fault = { kind: 'eof', after: 'content' } as const
      const answer = await ask({ text: 'Hi', inserts: [{ after: 'content', text }], fault })
      if (stop_reason === 'pause_turn') expect(failed(answer)).toMatchObject({ retryable: true })
      else expect(solved(answer)).toMatchObject({ text: 'Hi', finish: 'stop' })
    },
  )

  test('may hold thinking that cannot be read, which goes back as it came', async () => {
    const { message, reasoning } = solved(await ask({ reasoning: 'Hush.', isHidden: true, text: 'Hi' }))
    expect(reasoning).toBeUndefined()
    const user = { role: 'user' as const, text: 'Hello' }
    const content = [
      { type: 'redacted_thinking', data: expect.any(String) },
      { type: 'text', text: 'Hi' },
    ]
    expect(await sentMessages(OPUS, [user, message, user])).toMatchObject([{}, { content }, {}])
  })
})
