import { expect } from 'vitest'
import type { JsonSchema } from '@/lib/domain/call/tool'
import { table } from '@/test/table'
import { PROVIDERS } from '@/test/wire/start-wire-server'
import { sentBody } from '../testing/ask'
import { objectSchema } from './streaming-model'

const TEXT = { type: 'string' }
const object = (properties: object, more: object = {}) => ({ ...more, type: 'object', properties })

table<[JsonSchema, JsonSchema]>([
  [{}, object({})],
  [{ properties: null, required: null }, object({})],
  [{ properties: { a: TEXT } }, object({ a: TEXT })],
  [{ $schema: 'http://json-schema.org/draft-04/schema#', id: 'x', type: 'object' }, object({})],
  [
    {
      properties: { id: TEXT },
      anyOf: [{ properties: { a: TEXT } }, { required: ['b'], properties: { b: TEXT } }],
    },
    object({ a: TEXT, b: TEXT, id: TEXT }),
  ],
  [
    { oneOf: [{ $ref: '#/$defs/A' }], $defs: { A: { properties: { a: TEXT } } } },
    object({ a: TEXT }, { $defs: { A: { properties: { a: TEXT } } } }),
  ],
  [
    { $ref: '#/definitions/A', definitions: { A: object({ a: TEXT }) } },
    object({ a: TEXT }, { definitions: { A: object({ a: TEXT }) } }),
  ],
  [
    object({ n: { type: 'integer', minimum: 1, exclusiveMinimum: true, exclusiveMaximum: false } }),
    object({ n: { type: 'integer', minimum: 1, exclusiveMinimum: 1 } }),
  ],
  [
    object({ pair: { items: [TEXT, null], additionalItems: false } }),
    object({ pair: { prefixItems: [TEXT, {}], items: false } }),
  ],
  [
    object({ id: TEXT, a: { default: null, enum: [null, 1], items: null }, b: null, c: { enum: null } }),
    object({ id: TEXT, a: { default: null, enum: [null, 1] }, b: {}, c: {} }),
  ],
  [object({}, { dependencies: { items: ['a'] } }), object({}, { dependencies: { items: ['a'] } })],
])('every provider gets an object, whatever the server wrote', (schema, expected) => {
  expect(objectSchema(schema)).toEqual(expected)
})

table(PROVIDERS.map(([provider, model]): [string] => [`${provider}:${model}`]))('it is sent so', async id => {
  const schema = { properties: null, anyOf: [{ properties: { a: TEXT } }] }
  const { body } = await sentBody(id, { tools: [{ name: 'odd', description: '', schema }] })
  expect(JSON.stringify(body)).toMatch(/"type":"object","properties":\{"a":/i)
  expect(JSON.stringify(body)).not.toContain('anyOf')
})
