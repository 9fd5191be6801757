import { describe, expect, test } from 'vitest'
import type { ModelMessage, Solution } from '@/lib/domain/call/solution'
import { sealOf, thoughtSeal, type WireName } from '@/test/wire/speech'
import { PROVIDERS } from '@/test/wire/start-wire-server'
import { ask, asked, failed, modelAt, sentBody, sentMessages, solved } from '../testing/ask'
import { ownContent } from './messages'

const ARGUMENTS = '{"path": "a", "n": 1.0}'
const INPUT = { path: 'a', n: 1 }
const CALLS = [
  { id: 'a1', name: 'read_file', argumentsText: ARGUMENTS },
  { id: 'b2', name: 'launch', argumentsText: '{}' },
]
const IDS = CALLS.map(({ id }) => id)
const sealed = (wire: WireName): string => thoughtSeal(wire, { reasoning: 'Hm.', text: 'Two.', ids: IDS })

const rows = PROVIDERS.map(([provider, model]) => [provider, `${provider}:${model}`] as const)

/** A first reply with everything in it, stored as JSON as it is between two Requests. */
const firstReply = async (id: string): Promise<Solution> =>
  JSON.parse(JSON.stringify(solved(await ask(id, { reasoning: 'Hm.', text: 'Two.', calls: CALLS }))))

const withResults = ({ message }: Pick<Solution, 'message'>): ModelMessage[] => [
  { role: 'user', text: 'Hello' },
  message,
  ...message.calls.map(({ id, tool }) => ({
    role: 'result' as const,
    callId: id,
    tool,
    isError: tool === 'launch',
    text: tool === 'launch' ? 'Unknown tool.' : 'Contents of a',
  })),
]

const chatCalls = CALLS.map(({ id, name, argumentsText }) => ({
  id,
  type: 'function',
  function: { name, arguments: argumentsText },
}))
const functionResponse = (id: string, name: string, response: object) => ({
  functionResponse: { id, name, response: { name, ...response } },
})

const HISTORY: Record<WireName, unknown[]> = {
  openai: [
    { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
    {
      type: 'reasoning',
      id: 'rs_1',
      encrypted_content: sealed('openai'),
      summary: [{ type: 'summary_text', text: 'Hm.' }],
    },
    { role: 'assistant', content: 'Two.' },
    { type: 'function_call', call_id: 'a1', name: 'read_file', arguments: ARGUMENTS },
    { type: 'function_call', call_id: 'b2', name: 'launch', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a1', output: 'Contents of a' },
    { type: 'function_call_output', call_id: 'b2', output: '{"error":"Unknown tool."}' },
  ],
  'openai-chat': [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Two.', tool_calls: chatCalls },
    { role: 'tool', tool_call_id: 'a1', content: 'Contents of a' },
    { role: 'tool', tool_call_id: 'b2', content: '{"error":"Unknown tool."}' },
  ],
  anthropic: [
    { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: sealed('anthropic') },
        { type: 'text', text: 'Two.' },
        { type: 'tool_use', id: 'a1', name: 'read_file', input: INPUT },
        { type: 'tool_use', id: 'b2', name: 'launch', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a1', content: 'Contents of a' },
        { type: 'tool_result', tool_use_id: 'b2', content: 'Unknown tool.', is_error: true },
      ],
    },
  ],
  google: [
    { role: 'user', parts: [{ text: 'Hello' }] },
    {
      role: 'model',
      parts: [
        { text: 'Hm.', thought: true },
        { text: 'Two.' },
        {
          functionCall: { id: 'a1', name: 'read_file', args: INPUT },
          thoughtSignature: sealOf('google', 'read_file', INPUT),
        },
        { functionCall: { id: 'b2', name: 'launch', args: {} } },
      ],
    },
    {
      role: 'user',
      parts: [
        functionResponse('a1', 'read_file', { content: 'Contents of a' }),
        functionResponse('b2', 'launch', { error: 'Unknown tool.' }),
      ],
    },
  ],
  compatible: [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Two.', reasoning_content: 'Hm.', tool_calls: chatCalls },
    { role: 'tool', tool_call_id: 'a1', content: 'Contents of a' },
    { role: 'tool', tool_call_id: 'b2', content: 'Unknown tool.' },
  ],
}

describe.each(rows)('%s: a stored answer sent again', (provider, id) => {
  test('goes back with its signatures, its arguments and every result', async () => {
    expect(await sentMessages(id, withResults(await firstReply(id)))).toEqual(HISTORY[provider])
  })

  test('declares no tools where they are off, but those of the history where the wire wants them', async () => {
    const { body } = await sentBody(id, { messages: withResults(await firstReply(id)), tools: [] })
    const text = JSON.stringify(body)
    const wants = provider === 'anthropic' || provider === 'google'
    expect([text.includes('"tools":'), /"tool_choice":\{"type":"none"\}|"mode":"NONE"/.test(text)]).toEqual([
      wants,
      wants,
    ])
    expect(text).not.toContain('Reads a file.')
  })

  test('goes to the others without reasoning and signatures, calls and results paired', async () => {
    const messages = withResults(await firstReply(id))
    for (const [other, to] of rows.filter(([name]) => name !== provider)) {
      const body = JSON.stringify(await sentMessages(to, messages))
      for (const own of ['Hm.', sealed(provider), sealOf('google', 'read_file', INPUT)])
        expect([other, body.includes(own)]).toEqual([other, false])
      for (const call of IDS) expect([other, body.split(`"${call}"`).length]).toEqual([other, 3])
    }
  })

  test('goes without its own form where its text was changed since, and not at all where it is empty', async () => {
    const { message } = await firstReply(id)
    const changed = { ...message, text: 'Key ⟦secret:1⟧.', calls: [] }
    const again: ModelMessage = { role: 'user', text: 'And?' }
    const sent = await sentMessages(id, [{ role: 'user', text: 'Hello' }, changed, again])
    expect(JSON.stringify(sent[1])).toContain('⟦secret:1⟧')
    expect(JSON.stringify(sent)).not.toMatch(/Hm\.|Two\./)
    const empty = { ...message, text: '', calls: [], verbatim: { provider, content: [] } }
    expect(
      JSON.stringify(await sentMessages(id, [{ role: 'user', text: 'Hello' }, empty, again])),
    ).not.toContain('"assistant"')
  })

  test('takes ids from elsewhere only as its rules are', async () => {
    const ids = ['functions.read_file:0', 'x'.repeat(65), 'call_0', '', 'fine-1']
    const calls = ids.map(callId => ({ id: callId, tool: 'read_file', argumentsText: '{}' }))
    const message = { role: 'assistant' as const, text: '', calls, failures: 0 }
    const body = JSON.stringify(await sentMessages(id, withResults({ message })))
    const sent = [...body.matchAll(/"(?:id|call_id|tool_call_id|tool_use_id)":"([^"]*)"/g)]
    const names = sent.map(([, name = '']) => name)
    const taken = provider === 'compatible' ? names.filter(name => !name.includes(':')) : names
    expect(names.slice(0, 5)).toEqual(names.slice(5))
    expect(new Set(names).size).toBe(5)
    for (const name of taken) expect(name).toMatch(/^[\w-]{1,40}$/)
    expect(names).toContain('fine-1')
  })
})

const called = (argumentsText: string): ModelMessage[] =>
  withResults({
    message: {
      role: 'assistant',
      text: '',
      failures: 0,
      calls: [{ id: 'a', tool: 'read_file', argumentsText }],
    },
  })

test('no arguments are sent in place of such as are no object, or too much; a prototype is only a key', async () => {
  const tooMany = JSON.stringify(Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [at, 1])))
  for (const text of ['[1,2]', 'null', '5', '"x"', '', '{"a":', tooMany, '{"__proto__":1}']) {
    const [, sent] = await sentMessages('compatible:small', called(text))
    const kept = text === '{"__proto__":1}' ? text : '{}'
    expect(sent).toMatchObject({ tool_calls: [{ function: { arguments: kept } }] })
  }
})

test('a call without a result is not sent at all', async () => {
  const { model, name } = modelAt('compatible:small', { compatible: { baseUrl: 'http://127.0.0.1:9' } })
  const messages = called('{}').slice(0, 2)
  const failure = failed(await model(asked({ model: name, messages })))
  expect(failure).toMatchObject({ reason: 'bad_request', retryable: false })
})

test('what a call is asked with is kept as its text alone, and not once more as a value', () => {
  const call = {
    type: 'tool-call' as const,
    toolCallId: 'a',
    toolName: 'read_file',
    input: { path: 'a.txt' },
  }
  expect(ownContent([call])).toMatchObject([{ toolCallId: 'a', input: {} }])
})
