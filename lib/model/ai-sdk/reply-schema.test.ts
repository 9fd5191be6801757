import { expect, test } from 'vitest'
import { createModels } from '../models'
import { anthropicSpeech } from '../testing/anthropic-speech'
import { asked, solved } from '../testing/ask'
import { stream } from '../testing/chat-stream'
import { googleSpeech } from '../testing/google-speech'
import { openaiChatSpeech } from '../testing/openai-chat-speech'
import { openaiSpeech } from '../testing/openai-speech'
import { sentBody } from '../testing/sent-body'
import { serve } from '../testing/serve'
import type { Speech } from '../testing/speech'

const replySchema = {
  type: 'object',
  properties: { a: { type: 'string' } },
  required: ['a'],
  additionalProperties: false,
}
const named = { name: 'reply', strict: true, schema: replySchema }

test.each<[Speech, object]>([
  [openaiSpeech, { text: { format: { type: 'json_schema', ...named } } }],
  [openaiChatSpeech, { response_format: { type: 'json_schema', json_schema: named } }],
  [anthropicSpeech, { output_config: { format: { type: 'json_schema', schema: replySchema } } }],
  [
    googleSpeech,
    { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: replySchema } },
  ],
])('a reply is held to a schema in the provider’s own words: %#', async (speech, expected) => {
  const { body } = await sentBody(speech, { replySchema, tools: [], thinking: 'low' })
  expect(body).toMatchObject(expected)
  expect(body.tools ?? []).toEqual([])
  const { body: plain } = await sentBody(speech, { tools: [] })
  expect(JSON.stringify(plain)).not.toMatch(/json_schema|responseJsonSchema|"format"/)
})

test.each([true, false])('another server is asked only where it was said that it can: %s', async said => {
  const server = await serve(
    stream(openaiChatSpeech.begin, openaiChatSpeech.text('{"a": "b"}'), openaiChatSpeech.end('text')),
  )
  const account = { baseUrl: server.url, repliesBySchema: said }
  const deps = { fetch, now: () => 0, sleep: async () => {} }
  const found = createModels({ compatible: account }, deps).find('compatible:small')
  if (found.kind === 'refused') throw new Error(found.reason)
  expect(found.provider.takesReplySchema('small')).toBe(said)
  if (!said) return
  const { text } = solved(await found.model(asked({ model: 'small', tools: [], replySchema })))
  expect(text).toBe('{"a": "b"}')
  expect(server.received[0]?.body).toMatchObject({
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
  const found = createModels({}, { fetch, now: () => 0, sleep: async () => {} }).find(id)
  expect(found.kind === 'found' && found.provider.takesReplySchema(found.name)).toBe(expected)
})
