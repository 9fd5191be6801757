import { describe, expect, test } from 'vitest'
import { failed, SCHEMA, solved } from '../testing/ask'
import { ask } from '../testing/ask-speech'
import { stream } from '../testing/chat-stream'
import { openaiChatSpeech } from '../testing/openai-chat-speech'
import { openaiSpeech } from '../testing/openai-speech'
import { sentBody } from '../testing/sent-body'
import { event } from '../testing/speech'

const { begin, text, call, end, thought } = openaiSpeech

describe('openai', () => {
  test('keeps nothing at OpenAI, and asks for reasoning to show and to send back', async () => {
    expect((await sentBody(openaiSpeech)).body).toEqual({
      model: 'gpt-6.1-sol',
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content'],
      reasoning: { summary: 'auto' },
      input: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
      ],
      tools: [
        {
          type: 'function',
          name: 'read_file',
          description: 'Reads a file.',
          parameters: SCHEMA,
          strict: false,
        },
      ],
      tool_choice: 'auto',
    })
  })

  test.each([openaiSpeech, openaiChatSpeech])('names what belongs together by a key (%#)', async speech => {
    const { body } = await sentBody(speech, { cache: { key: 'session-1', isLong: true } })
    expect(body.prompt_cache_key).toBe('session-1')
  })

  test.each([
    ['gpt-6.1-sol', 'high', { effort: 'high', summary: 'auto' }],
    ['gpt-6.1-sol', 'max', { effort: 'max', summary: 'auto' }],
    ['gpt-6.1-sol', 'none', { effort: 'low' }],
    ['gpt-6.1-terra', 'none', { effort: 'none' }],
    ['gpt-5.4', 'max', { effort: 'xhigh', summary: 'auto' }],
    ['gpt-4.1', 'high', undefined],
  ] as const)('%s thinks %s as far as it can', async (model, thinking, reasoning) => {
    expect((await sentBody(openaiSpeech, { model, thinking })).body.reasoning).toEqual(reasoning)
  })

  test('sends reasoning without a summary back as well, and in its place', async () => {
    const first = solved(
      await ask(openaiSpeech, stream(begin, thought?.('', 'c2ln') ?? '', text('A'), end('text'))),
    )
    const messages = [
      { role: 'user' as const, text: 'Hello' },
      first.message,
      { role: 'user' as const, text: 'B' },
    ]
    const { body } = await sentBody(openaiSpeech, { messages })
    expect(body.input).toMatchObject([
      { role: 'developer' },
      { role: 'user' },
      { type: 'reasoning', id: 'rs_1', encrypted_content: 'c2ln', summary: [] },
      { role: 'assistant', content: 'A' },
      { role: 'user' },
    ])
  })

  const done = (argumentsText: string, status = 'completed') =>
    event({
      type: 'response.output_item.done',
      output_index: 2,
      item: {
        type: 'function_call',
        id: 'fc_a',
        call_id: 'a',
        name: 'read_file',
        arguments: argumentsText,
        status,
      },
    })
  const added = event({
    type: 'response.output_item.added',
    output_index: 2,
    item: { type: 'function_call', id: 'fc_a', call_id: 'a', name: 'read_file', arguments: '' },
  })
  const piece = (delta: string, output_index = 2) =>
    event({ type: 'response.function_call_arguments.delta', item_id: 'fc_a', output_index, delta })

  test('takes arguments that come whole at the end, as they were written', async () => {
    const written = '{ "n": 1.0,\n "big": 12345678901234567890 }'
    const answer = await ask(openaiSpeech, stream(begin, added, done(written), end('calls')))
    expect(solved(answer).calls).toEqual([{ id: 'a', tool: 'read_file', argumentsText: written }])
  })

  test.each([
    ['in two versions', [added, piece('{"path":"x"}'), done('{"path":"y"}')]],
    ['of no call', [added, piece('{}'), done('{}'), piece('{"path":"z"}', 7)]],
  ])('refuses arguments %s', async (_, frames) => {
    expect(failed(await ask(openaiSpeech, stream(begin, ...frames, end('calls'))))).toMatchObject({
      reason: 'protocol',
      retryable: true,
    })
  })

  test('met the limit where a call did, and has none', async () => {
    const cut = [added, piece('{"pa'), done('{"pa', 'incomplete'), end('length')]
    const answer = await ask(openaiSpeech, stream(begin, text('Half'), ...cut))
    expect(solved(answer)).toMatchObject({ finish: 'length', text: 'Half', usage: openaiSpeech.usage })
    expect(failed(await ask(openaiSpeech, stream(begin, ...cut.slice(0, 3), end('calls'))))).toMatchObject({
      retryable: true,
    })
  })

  test.each([[{}], [{ incomplete_details: null }], [{ incomplete_details: { reason: 'server_moved' } }]])(
    'takes no incomplete response for an answer: %j',
    async more => {
      const response = { id: 'resp_1', created_at: 1, model: 'm', usage: null, ...more }
      const cut = event({ type: 'response.incomplete', response })
      const answer = await ask(openaiSpeech, stream(begin, text('Half'), call(['a', 'read_file', '{}']), cut))
      expect(failed(answer)).toMatchObject({ reason: 'protocol', retryable: true })
    },
  )

  test('runs nothing that OpenAI says it ran itself', async () => {
    const item = {
      type: 'web_search_call',
      id: 'ws_1',
      status: 'completed',
      action: { type: 'search', query: 'x' },
    }
    const frames = ['added', 'done'].map(at =>
      event({ type: `response.output_item.${at}`, output_index: 3, item }),
    )
    expect(failed(await ask(openaiSpeech, stream(begin, ...frames, end('calls')))).reason).toBe('protocol')
  })

  test('says which API a server speaks that answers in the other', async () => {
    const chat = stream(openaiChatSpeech.begin, openaiChatSpeech.text('Hi'), openaiChatSpeech.end('text'))
    expect(failed(await ask(openaiSpeech, chat))).toMatchObject({
      reason: 'protocol',
      message: expect.stringContaining('openai-chat'),
    })
  })
})

describe('openai-chat', () => {
  test('asks for usage, and keeps nothing at OpenAI', async () => {
    const { body } = await sentBody(openaiChatSpeech, { thinking: 'max', tools: [] })
    expect(body).toEqual({
      model: 'gpt-6.1-sol',
      stream: true,
      stream_options: { include_usage: true },
      store: false,
      reasoning_effort: 'xhigh',
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
    })
  })
})
