import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { ModelMessage, Solution } from '@/lib/domain/call/solution'
import { asked, solved } from '../testing/ask'
import { stream } from '../testing/chat-stream'
import { serve } from '../testing/serve'
import type { Speech } from '../testing/speech'
import { SPEECHES, speaker } from '../testing/speeches'

const ARGUMENTS = '{"path": "a", "n": 1}'
const SIGNATURE = 'c2lnbmVkL2J5K3Ro=='

const Sent = z.looseObject({
  messages: z.array(z.unknown()).optional(),
  input: z.array(z.unknown()).optional(),
  contents: z.array(z.unknown()).optional(),
})

/** What the wire is sent as its conversation, without the instructions. */
function conversation(body: unknown): unknown[] {
  const sent = Sent.parse(body)
  const turns = sent.contents ?? sent.input ?? sent.messages ?? []
  return turns.filter(turn => !z.object({ role: z.enum(['system', 'developer']) }).safeParse(turn).success)
}

/** A first reply with everything in it, stored as JSON as it is between two Requests. */
async function firstReply(speech: Speech): Promise<Solution> {
  const { begin, thought, text, call, end } = speech
  const frames = [thought?.('Hm.', SIGNATURE) ?? '', text('Two.')]
  const calls = [call(['a1', 'read_file', ARGUMENTS]), call(['b2', 'launch', '{}'], 1)]
  const server = await serve(stream(begin, ...frames, ...calls, end('calls')))
  const answer = await speaker(speech, server.url).model(asked({ model: speech.model }))
  return JSON.parse(JSON.stringify(solved(answer)))
}

async function sendTo(speech: Speech, messages: ModelMessage[], more: object = {}) {
  const server = await serve(stream(speech.begin, speech.text('Done.'), speech.end('text')))
  solved(await speaker(speech, server.url).model(asked({ model: speech.model, messages, ...more })))
  return server.received[0]?.body
}

const withResults = ({ message }: Solution): ModelMessage[] => [
  { role: 'user', text: 'Hello' },
  message,
  ...message.calls.map(({ id, tool }) => ({
    ...{ role: 'result' as const, callId: id, tool, isError: tool === 'launch' },
    text: tool === 'launch' ? 'Unknown tool.' : 'Contents of a',
  })),
]

const HISTORY: Record<string, unknown[]> = {
  openai: [
    { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
    {
      type: 'reasoning',
      id: 'rs_1',
      encrypted_content: SIGNATURE,
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
    {
      role: 'assistant',
      content: 'Two.',
      tool_calls: [
        { id: 'a1', type: 'function', function: { name: 'read_file', arguments: ARGUMENTS } },
        { id: 'b2', type: 'function', function: { name: 'launch', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'a1', content: 'Contents of a' },
    { role: 'tool', tool_call_id: 'b2', content: '{"error":"Unknown tool."}' },
  ],
  anthropic: [
    { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: SIGNATURE },
        { type: 'text', text: 'Two.' },
        { type: 'tool_use', id: 'a1', name: 'read_file', input: { path: 'a', n: 1 } },
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
        { text: 'Hm.', thought: true, thoughtSignature: SIGNATURE },
        { text: 'Two.' },
        {
          functionCall: { id: 'a1', name: 'read_file', args: { path: 'a', n: 1 } },
          thoughtSignature: 'sig-of-a1',
        },
        { functionCall: { id: 'b2', name: 'launch', args: {} } },
      ],
    },
    {
      role: 'user',
      parts: [
        {
          functionResponse: {
            id: 'a1',
            name: 'read_file',
            response: { name: 'read_file', content: 'Contents of a' },
          },
        },
        {
          functionResponse: {
            id: 'b2',
            name: 'launch',
            response: { name: 'launch', error: 'Unknown tool.' },
          },
        },
      ],
    },
  ],
}

describe.each(SPEECHES)('%s: a stored answer sent again', (name, speech) => {
  test('goes back with its signatures, its arguments and every result', async () => {
    const body = await sendTo(speech, withResults(await firstReply(speech)))
    expect(conversation(body)).toEqual(HISTORY[name])
  })

  test('goes back as it came, byte for byte, however often it was stored', async () => {
    const { message } = await firstReply(speech)
    const again = JSON.parse(JSON.stringify(JSON.parse(JSON.stringify(message))))
    expect(JSON.stringify(again)).toBe(JSON.stringify(message))
  })

  test('declares no tools where they are off, but those of the history where the wire wants them', async () => {
    const body = await sendTo(speech, withResults(await firstReply(speech)), { tools: [] })
    const wants = speech.kind.name === 'anthropic' || speech.kind.name === 'google'
    expect(JSON.stringify(body).includes('"tools":')).toBe(wants)
    expect(JSON.stringify(body)).not.toContain('Reads a file.')
    const none = JSON.stringify(body).match(/"tool_choice":\{"type":"none"\}|"mode":"NONE"/)
    expect(Boolean(none)).toBe(wants)
  })
})

const elsewhere = SPEECHES.flatMap(([from, first]) =>
  SPEECHES.filter(([to]) => to !== from).map(([to, second]) => ({ from, to, first, second })),
)

test.each(elsewhere)(
  'from $from to $to: without reasoning and signatures, calls and results paired',
  async ({ first, second }) => {
    const body = JSON.stringify(await sendTo(second, withResults(await firstReply(first))))
    expect(body).not.toContain('Hm.')
    expect(body).not.toContain(SIGNATURE)
    expect(body).not.toContain('sig-of-a1')
    for (const id of ['a1', 'b2']) expect(body.split(`"${id}"`)).toHaveLength(3)
  },
)

test.each(SPEECHES)('%s takes ids from elsewhere only as its rules are', async (_, speech) => {
  const ids = ['functions.read_file:0', 'x'.repeat(65), 'call_0', '', 'fine-1']
  const calls = ids.map(id => ({ id, tool: 'read_file', argumentsText: '{}' }))
  const results = ids.map(callId => ({
    ...{ role: 'result' as const, callId, tool: 'read_file', isError: false },
    text: `of ${callId}`,
  }))
  const assistant = { role: 'assistant' as const, text: '', calls, failures: 0 }
  const body = await sendTo(speech, [{ role: 'user', text: 'Go' }, assistant, ...results])
  const sent = [...JSON.stringify(body).matchAll(/"(?:id|call_id|tool_call_id|tool_use_id)":"([^"]*)"/g)]
  const names = sent.map(match => match[1] ?? '')
  expect(names).toHaveLength(10)
  expect(names.slice(0, 5)).toEqual(names.slice(5))
  expect(new Set(names).size).toBe(5)
  for (const id of names) expect(id).toMatch(/^[\w-]{1,40}$/)
  expect(names).toContain('fine-1')
})
