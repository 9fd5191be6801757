import { describe, expect, test } from 'vitest'
import { checkChat } from './chat-check'

const options = { models: [{ id: 'm' }, { id: 'small', contextTokens: 20 }] }
const user = { role: 'user', content: 'Hello' }
const call = (id: string, text = '{}') => ({
  id,
  type: 'function',
  function: { name: 'read', arguments: text },
})
const asks = (...tool_calls: unknown[]) => ({ role: 'assistant', content: null, tool_calls })
const answers = (tool_call_id: string) => ({ role: 'tool', tool_call_id, content: 'done' })
const tool = (change: object = {}) => ({
  type: 'function',
  function: { name: 'read', parameters: { type: 'object', properties: {} }, ...change },
})

function check(change: object, headers: Record<string, string> = { 'content-type': 'application/json' }) {
  const body = { model: 'm', messages: [user], ...change }
  const reading = checkChat({ headers, body }, options)
  return reading.kind === 'refused' ? reading.refused : reading.kind
}

describe('a well-formed request is accepted', () => {
  test.each([
    ['a plain message', {}],
    ['streaming with usage', { stream: true, stream_options: { include_usage: true } }],
    ['text in parts', { messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }] }] }],
    ['instructions first', { messages: [{ role: 'system', content: 'Be brief' }, user] }],
    ['calls answered in order', { messages: [user, asks(call('a'), call('b')), answers('a'), answers('b')] }],
    [
      'an id used again in a later set',
      { messages: [user, asks(call('a')), answers('a'), asks(call('a')), answers('a')] },
    ],
    ['tools', { tools: [tool()], tool_choice: 'auto', parallel_tool_calls: true }],
    ['a tool without parameters', { tools: [{ type: 'function', function: { name: 'now' } }] }],
    [
      'a schema of 2020-12',
      {
        tools: [
          tool({ parameters: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' } }),
        ],
      },
    ],
  ])('%s', (_, change) => expect(check(change)).toBe('ask'))
})

describe('a request that a provider would refuse is refused, and the reason named', () => {
  test.each([
    ['no messages', { messages: [] }, /messages/],
    ['an unknown argument', { max_toks: 1 }, /Unrecognized request argument supplied: max_toks/],
    ['an unknown role', { messages: [{ role: 'robot', content: 'x' }] }, /messages\[0\]\.role/],
    ['a member that does not belong there', { messages: [{ ...user, id: '1' }] }, /messages\[0\]/],
    ['a user without content', { messages: [{ role: 'user', content: null }] }, /messages\[0\]\.content/],
    [
      'instructions in the middle',
      { messages: [user, { role: 'system', content: 'x' }] },
      /at the beginning/,
    ],
    [
      'an assistant that says nothing',
      { messages: [user, { role: 'assistant', content: '' }, user] },
      /either content/,
    ],
    ['an empty list of calls', { messages: [user, asks(), user] }, /tool_calls/],
    ['the assistant last', { messages: [user, { role: 'assistant', content: 'x' }] }, /last role/],
    [
      'a call without answer at the end',
      { messages: [user, asks(call('a'))] },
      /did not have response.*: a$/,
    ],
    [
      'a call without answer before a message',
      { messages: [user, asks(call('a')), user] },
      /did not have response/,
    ],
    ['one of two unanswered', { messages: [user, asks(call('a'), call('b')), answers('a')] }, /: b$/],
    [
      'answers out of order',
      { messages: [user, asks(call('a'), call('b')), answers('b'), answers('a')] },
      /order/,
    ],
    [
      'a call answered twice',
      { messages: [user, asks(call('a')), answers('a'), answers('a')] },
      /must be a response/,
    ],
    ['a foreign id', { messages: [user, asks(call('a')), answers('z')] }, /'z' not found/],
    ['an answer to nothing', { messages: [user, answers('a')] }, /must be a response/],
    [
      'the same id twice',
      { messages: [user, asks(call('a'), call('a')), answers('a'), answers('a')] },
      /Duplicate/,
    ],
    ['an id that is too long', { messages: [user, asks(call('x'.repeat(41)))] }, /tool_calls\[0\]\.id/],
    ['arguments that are a list', { messages: [user, asks(call('a', '[1]')), answers('a')] }, /JSON object/],
    [
      'arguments that are no JSON',
      { messages: [user, asks(call('a', '{"x"')), answers('a')] },
      /JSON object/,
    ],
    ['an empty text as arguments', { messages: [user, asks(call('a', '')), answers('a')] }, /JSON object/],
    [
      'arguments as an object',
      { messages: [user, asks({ ...call('a'), function: { name: 'read', arguments: {} } })] },
      /arguments/,
    ],
    ['an empty list of tools', { tools: [] }, /tools/],
    ['a tool name with a space', { tools: [tool({ name: 'read file' })] }, /tools\[0\]\.function\.name/],
    ['two tools of one name', { tools: [tool(), tool()] }, /unique/],
    ['a description that is too long', { tools: [tool({ description: 'x'.repeat(1025) })] }, /description/],
    ['parameters of no type', { tools: [tool({ parameters: {} })] }, /Invalid schema for function 'read'/],
    [
      'parameters that are no schema',
      { tools: [tool({ parameters: { type: 'object', properties: { a: { type: 'text' } } } })] },
      /Invalid schema/,
    ],
    [
      'a required member that is not described',
      { tools: [tool({ parameters: { type: 'object', required: ['a'] } })] },
      /properties/,
    ],
    ['a choice without tools', { tool_choice: 'auto' }, /only allowed when 'tools'/],
    [
      'a choice of an unknown tool',
      { tools: [tool()], tool_choice: { type: 'function', function: { name: 'x' } } },
      /not found/,
    ],
    ['usage without streaming', { stream_options: { include_usage: true } }, /only allowed when 'stream'/],
    ['two output limits', { max_tokens: 1, max_completion_tokens: 1 }, /same time/],
  ])('%s', (_, change, message) =>
    expect(check(change)).toMatchObject({ status: 400, message: expect.stringMatching(message) }),
  )

  test('an unknown model is 404', () =>
    expect(check({ model: 'other' })).toMatchObject({ status: 404, code: 'model_not_found' }))

  test('a context that is too long has its own code', () =>
    expect(check({ model: 'small', messages: [{ role: 'user', content: 'x'.repeat(200) }] })).toMatchObject({
      status: 400,
      code: 'context_length_exceeded',
    }))

  test('another content type is refused', () =>
    expect(check({}, { 'content-type': 'text/plain' })).toMatchObject({ status: 400 }))
})
