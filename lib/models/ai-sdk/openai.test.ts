import { describe, expect, test } from 'vitest'
import type { Reply } from '@/test/wire/reply'
import { event } from '@/test/wire/speech'
import { ask as askModel, failed, SCHEMA, sentBody, sentMessages, solved } from '../testing/ask'

const SOL = 'openai:gpt-6.1-sol'

/** What stands before the end of an answer, or in its place. */
const ask = (frames: string[], reply: Reply = {}) =>
  askModel(SOL, { ...reply, inserts: [{ after: 'content', text: frames.join('') }] })
const CUT = { kind: 'eof', after: 'content' } as const

describe('openai', () => {
  test('keeps nothing at OpenAI, and asks for reasoning to show and to send back', async () => {
    expect((await sentBody(SOL)).body).toEqual({
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

  test.each([SOL, 'openai-chat:gpt-6.1-sol'])('%s names what belongs together by a key', async id => {
    const { body } = await sentBody(id, { cache: { key: 'session-1', isLong: true } })
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
    expect((await sentBody(`openai:${model}`, { thinking })).body.reasoning).toEqual(reasoning)
  })

  test('sends reasoning without a summary back as well, and in its place', async () => {
    const { message } = solved(await askModel(SOL, { reasoning: 'Hush.', isHidden: true, text: 'A' }))
    const user = { role: 'user' as const, text: 'Hello' }
    const sealed = { type: 'reasoning', encrypted_content: expect.any(String), summary: [] }
    const said = { role: 'assistant', content: 'A' }
    expect(await sentMessages(SOL, [user, message, user])).toMatchObject([{}, sealed, said, {}])
  })

  const item = { type: 'function_call', id: 'fc_a', call_id: 'a', name: 'read_file', arguments: '' }
  const itemEvent = (at: 'added' | 'done', more = {}) =>
    event({ type: `response.output_item.${at}`, output_index: 2, item: { ...item, ...more } })
  const added = itemEvent('added')
  const done = (argumentsText: string, status = 'completed') =>
    itemEvent('done', { arguments: argumentsText, status })
  const piece = (delta: string, output_index = 2) =>
    event({ type: 'response.function_call_arguments.delta', item_id: 'fc_a', output_index, delta })

  test('takes arguments that come whole at the end, as they were written', async () => {
    const written = '{ "n": 1.0,\n "big": 12345678901234567890 }'
    const answer = await ask([added, done(written)])
    expect(solved(answer).calls).toEqual([{ id: 'a', tool: 'read_file', argumentsText: written }])
  })

  test.each([
    ['in two versions', [added, piece('{"path":"x"}'), done('{"path":"y"}')]],
    ['of no call', [added, piece('{}'), done('{}'), piece('{"path":"z"}', 7)]],
  ])('refuses arguments %s', async (_, frames) => {
    expect(failed(await ask(frames))).toMatchObject({
      reason: 'protocol',
      retryable: true,
    })
  })

  test('met the limit where a call did, and has none', async () => {
    const cut = [added, piece('{"pa'), done('{"pa', 'incomplete')]
    const answer = await ask(cut, { text: 'Half', finish: 'length' })
    expect(solved(answer)).toMatchObject({ finish: 'length', text: 'Half' })
    expect(failed(await ask(cut))).toMatchObject({
      retryable: true,
    })
  })

  test.each([[{}], [{ incomplete_details: null }], [{ incomplete_details: { reason: 'server_moved' } }]])(
    'takes no incomplete response for an answer: %j',
    async more => {
      const response = { id: 'resp_1', created_at: 1, model: 'm', usage: null, ...more }
      const cut = event({ type: 'response.incomplete', response })
      const answer = await ask([cut], { text: 'Half', calls: [{ name: 'read_file' }], fault: CUT })
      expect(failed(answer)).toMatchObject({ reason: 'protocol', retryable: true })
    },
  )

  test('runs nothing that OpenAI says it ran itself', async () => {
    const search = { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'x' } }
    const frames = [itemEvent('added', search), itemEvent('done', search)]
    expect(failed(await ask(frames)).reason).toBe('protocol')
  })

  test('says which API a server speaks that answers in the other', async () => {
    const chat = {
      id: 'c',
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta: { content: 'Hi' } }],
    }
    expect(failed(await askModel(SOL, { raw: [`data: ${JSON.stringify(chat)}\n\n`] }))).toMatchObject({
      reason: 'protocol',
      message: expect.stringContaining('openai-chat'),
    })
  })
})

describe('openai-chat', () => {
  test('asks for usage, and keeps nothing at OpenAI', async () => {
    const { body } = await sentBody('openai-chat:gpt-6.1-sol', { thinking: 'max', tools: [] })
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
