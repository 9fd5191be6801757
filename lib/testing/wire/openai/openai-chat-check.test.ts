import { expect, test } from 'vitest'
import { checkOpenAiChat } from './openai-chat-check'

const options = {
  models: [
    { id: 'o', outputTokens: 1000 },
    { id: 'plain', reasons: false },
  ],
}
const user = { role: 'user', content: 'Hello' }
const strict = (parameters: object) => ({
  tools: [{ type: 'function', function: { name: 'read', strict: true, parameters } }],
})

function check(change: object) {
  const headers = { 'content-type': 'application/json' }
  const reading = checkOpenAiChat({ headers, body: { model: 'o', messages: [user], ...change } }, options)
  return reading.kind === 'refused' ? reading.refused : reading.kind
}

test.each([
  ['a plain message', {}],
  ['a limit for a reasoning model', { max_completion_tokens: 1000 }],
  ['the default temperature', { temperature: 1 }],
  ['effort', { reasoning_effort: 'high' }],
  ['a limit and sampling for a plain model', { model: 'plain', max_tokens: 5, temperature: 0, stop: 'x' }],
  [
    'a strict tool',
    strict({
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'object', properties: {}, additionalProperties: false } },
      },
      required: ['list'],
      additionalProperties: false,
    }),
  ],
])('%s is accepted', (_, change) => expect(check(change)).toBe('ask'))

test.each([
  ['the old limit for a reasoning model', { max_tokens: 5 }, /'max_tokens' is not supported.*max_completion/],
  ['a temperature for a reasoning model', { temperature: 0.5 }, /'temperature' does not support 0.5/],
  ['a stop word for a reasoning model', { stop: 'x' }, /'stop' is not supported/],
  ['a limit that is too high', { max_completion_tokens: 1001 }, /too large: 1001/],
  ['effort for a plain model', { model: 'plain', reasoning_effort: 'low' }, /Unrecognized.*reasoning_effort/],
  [
    'reasoning of another server',
    { messages: [user, { role: 'assistant', content: 'a', reasoning_content: 'r' }, user] },
    /messages\[1\]\.reasoning_content/,
  ],
  ['a strict tool that is open', strict({ type: 'object', properties: {} }), /additionalProperties/],
  [
    'a strict tool with a choice',
    strict({ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }),
    /Missing 'a'/,
  ],
  ['what every server refuses', { messages: [] }, /messages/],
])('%s is refused', (_, change, message) =>
  expect(check(change)).toMatchObject({ status: 400, message: expect.stringMatching(message) }),
)
