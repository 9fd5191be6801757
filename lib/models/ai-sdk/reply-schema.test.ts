import { expect, test } from 'vitest'
import { asked, modelAt, sentBody, solved, wired } from '../testing/ask'

const replySchema = {
  type: 'object',
  properties: { a: { type: 'string' } },
  required: ['a'],
  additionalProperties: false,
}
const named = { name: 'reply', strict: true, schema: replySchema }

test.each<[string, object]>([
  ['openai:gpt-6.1-sol', { text: { format: { type: 'json_schema', ...named } } }],
  ['openai-chat:gpt-6.1-sol', { response_format: { type: 'json_schema', json_schema: named } }],
  ['anthropic:claude-opus-5-5', { output_config: { format: { type: 'json_schema', schema: replySchema } } }],
  [
    'google:gemini-4-argon',
    { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: replySchema } },
  ],
])('a reply is held to a schema in the own words of %s', async (id, expected) => {
  const { body } = await sentBody(id, { replySchema, tools: [], thinking: 'low' })
  expect(body).toMatchObject(expected)
  expect(body.tools ?? []).toEqual([])
  const { body: plain } = await sentBody(id, { tools: [] })
  expect(JSON.stringify(plain)).not.toMatch(/json_schema|responseJsonSchema|"format"/)
})

test.each([true, false])('another server is asked only where it was said that it can: %s', async said => {
  const { server } = await wired()
  const account = { ...server.accounts.compatible, repliesBySchema: said }
  const { provider, model } = modelAt('compatible:small', { compatible: account })
  expect(provider.takesReplySchema('small')).toBe(said)
  if (!said) return
  server.script([{ text: '{"a": "b"}' }])
  const { text } = solved(await model(asked({ tools: [], replySchema })))
  expect(text).toBe('{"a": "b"}')
  expect(server.requests[0]?.body).toMatchObject({
    response_format: { type: 'json_schema', json_schema: named },
  })
})

test.each([
  ['openai:gpt-6.1-sol', true],
  ['openai:o4-mini', true],
  ['openai-chat:gpt-4o-mini', true],
  ['openai:gpt-4o-2024-05-13', false],
  ['openai:gpt-4-turbo', false],
  ['openai:gpt-5-chat-latest', false],
  ['openai:my-model', false],
  ['anthropic:claude-opus-5-5', true],
  ['anthropic:claude-haiku-4-5-20251001', true],
  ['anthropic:claude-opus-4-20250514', false],
  ['anthropic:claude-3-haiku-20240307', false],
  ['google:gemini-4-argon', true],
  ['google:gemini-2.5-flash', true],
  ['google:gemini-2.5-flash-image', false],
  ['google:gemini-2.0-flash', false],
  ['google:gemma-3-4b-it', false],
  ['scripted:replay', false],
])('%s can be held to one: %s', (id, expected) => {
  const { provider, name } = modelAt(id, {})
  expect(provider.takesReplySchema(name)).toBe(expected)
})
