import { expect, onTestFinished, test } from 'vitest'
import { plainAnthropic } from './plain/plain-anthropic'
import { type PlainClient, send } from './plain/plain-client'
import { plainGemini } from './plain/plain-gemini'
import { plainCompatible, plainOpenAiChat } from './plain/plain-openai-chat'
import { plainResponses } from './plain/plain-responses'
import { startWireServer } from './start-wire-server'

type Schema = Record<string, unknown>

/** How a request asks each provider for a reply that follows a schema. */
const WIRES: Record<string, [PlainClient, (schema: Schema) => object]> = {
  responses: [
    plainResponses,
    schema => ({ text: { format: { type: 'json_schema', name: 'reply', strict: true, schema } } }),
  ],
  chat: [plainOpenAiChat, schema => ({ response_format: inChat(schema) })],
  compatible: [plainCompatible, schema => ({ response_format: inChat(schema) })],
  anthropic: [plainAnthropic, schema => ({ output_config: { format: { type: 'json_schema', schema } } })],
  gemini: [
    plainGemini,
    schema => ({ generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema } }),
  ],
}
const inChat = (schema: Schema, strict = true) => ({
  type: 'json_schema',
  json_schema: { name: 'reply', strict, schema },
})

const closed = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
const TEXT = { type: 'string' }
const FREE = { ...closed({ a: TEXT }), additionalProperties: true }
const NAMED = closed({ a: TEXT })

async function asked(wire: string, change: object, { text = '{"a": "x"}', formats = true } = {}) {
  const [client] = WIRES[wire] ?? [plainResponses]
  const server = await startWireServer({ models: [{ id: 'wire-model', formats }] })
  onTestFinished(() => server.close())
  server.script([{ text }])
  const response = await send(client, server, { change })
  return { status: response.status, text: await response.text() }
}
const format = (wire: string, schema: Schema): object => WIRES[wire]?.[1](schema) ?? {}
const all = Object.keys(WIRES)
const openai = ['responses', 'chat', 'compatible']

test.each(all)('%s takes a closed schema, also with a choice, and answers by it', async wire => {
  expect(await asked(wire, format(wire, NAMED))).toMatchObject({ status: 200 })
  const choice = closed({ a: { anyOf: [closed({ b: TEXT }), closed({ c: TEXT, b: TEXT })] } })
  expect(await asked(wire, format(wire, choice), { text: '{"a": {"b": "x"}}' })).toMatchObject({
    status: 200,
  })
})

test.each(all)('%s cannot be made to answer what the schema rules out', async wire => {
  for (const text of ['{"b": 1}', 'Prose.'])
    expect((await asked(wire, format(wire, NAMED), { text })).text).toContain('breaks the schema asked for')
})

const open = /additionalProperties/
test.each<[what: string, wires: string[], schema: Schema, words: RegExp]>([
  ['an object that is open', [...openai, 'anthropic'], FREE, open],
  [
    'one that does not say that it is closed',
    [...openai, 'anthropic'],
    { type: 'object', properties: {} },
    open,
  ],
  ['an open one below', [...openai, 'anthropic'], closed({ a: { type: 'array', items: FREE } }), open],
  ['an open one of a choice', [...openai, 'anthropic'], closed({ a: { anyOf: [TEXT, FREE] } }), open],
  ['a property that may be missing', openai, { ...NAMED, required: [] }, /Missing 'a'/],
  [
    'a choice that begins alike',
    openai,
    closed({ a: { anyOf: [closed({ b: TEXT }), closed({ b: TEXT, c: TEXT })] } }),
    /identical first keys/,
  ],
  ['a list at the root', openai, { type: 'array', items: TEXT }, /must be a JSON Schema of/],
  ['what no grammar says', openai, closed({ a: { oneOf: [TEXT] } }), /'oneOf' is not permitted/],
  ['a length', ['anthropic'], closed({ a: { ...TEXT, minLength: 1 } }), /'minLength' is not supported/],
  [
    'too much that may be missing',
    ['anthropic'],
    {
      ...closed(Object.fromEntries([...'abcdefghijklmnopqrstuvwxyz'].map(name => [name, TEXT]))),
      required: [],
    },
    /too many optional parameters \(26\)/,
  ],
  [
    'a keyword that Google does not follow',
    ['gemini'],
    closed({ a: { not: TEXT } }),
    /'not' is not supported/,
  ],
])('%s is refused by %s', async (...[, wires, schema, words]) => {
  for (const wire of wires) {
    const answer = await asked(wire, format(wire, schema))
    expect([wire, answer]).toEqual([wire, { status: 400, text: expect.stringMatching(words) }])
  }
})

test.each(all)('%s refuses it for a model that cannot', async wire => {
  expect(await asked(wire, format(wire, NAMED), { formats: false })).toMatchObject({ status: 400 })
})

test('what is not strict is a hint alone, and no answer is bound by it', async () => {
  const change = { response_format: inChat(FREE, false) }
  expect(await asked('chat', change, { text: 'Prose.' })).toMatchObject({ status: 200 })
})

test('Google wants to be told the type, and takes no tools beside it where the model is old', async () => {
  const untyped = await asked('gemini', { generationConfig: { responseJsonSchema: NAMED } })
  expect(untyped.text).toContain('application/json')
  const tools = [{ functionDeclarations: [{ name: 'read' }] }]
  const both = await asked('gemini', { ...format('gemini', NAMED), tools })
  expect(both.text).toContain("Function calling with a response mime type: 'application/json' is unsupported")
})
