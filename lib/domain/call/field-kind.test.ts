import { expect, test } from 'vitest'
import { readJsonTree } from '@/lib/text/json/json-tree'
import { table } from '@/test/table'
import { fieldKind, fieldsOf, propertiesOf, resolveSchema } from './field-kind'

table([
  [{ type: 'string' }, undefined, 'text'],
  [{ type: 'string' }, '"a"', 'text'],
  [{ type: 'string' }, '7', 'json'],
  [{ type: ['string', 'null'] }, undefined, 'text'],
  [{ type: ['string', 'null'] }, 'null', 'json'],
  [{ type: ['string', 'number'] }, '"a"', 'json'],
  [{ type: 'integer' }, '12345678901234567890', 'number'],
  [{ type: 'number' }, '"7"', 'json'],
  [{ type: 'boolean' }, 'true', 'boolean'],
  [{ enum: ['a', 'b'] }, '"a"', 'choice'],
  [{ oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }, undefined, 'choice'],
  [{ type: 'array' }, '[]', 'json'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, undefined, 'choices'],
  [{ type: 'array', items: { anyOf: [{ const: 'a' }, { const: 'b' }] } }, '["a","b"]', 'choices'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, '["b","a"]', 'json'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, '["c"]', 'json'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, '"a"', 'json'],
  [{ type: 'object', properties: { a: {} } }, '{}', 'group'],
  [{ type: 'object', properties: { a: {} } }, '[]', 'json'],
  [{ type: 'object' }, '{}', 'json'],
  [{}, '"a"', 'text'],
  [{}, '1.0', 'number'],
  [{}, 'null', 'json'],
  [{}, undefined, 'json'],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, '"a"', 'json'],
] as const)('a field is asked for as its schema says', (schema, text, kind) => {
  const node = text === undefined ? undefined : (readJsonTree(text) ?? undefined)
  expect(fieldKind({ ...schema }, node).kind).toBe(kind)
})

test('a schema may stand elsewhere in its document, and a circle comes to an end', () => {
  const root = { $defs: { 'a/b': { type: 'string' }, c: { $ref: '#/$defs/c' } } }
  expect(resolveSchema({ $ref: '#/$defs/a~1b' }, root)).toEqual({ type: 'string' })
  const nullable = { anyOf: [{ $ref: '#/$defs/a~1b' }, { type: 'null' }] }
  expect(resolveSchema(nullable, root)).toEqual({ type: 'string' })
  expect(resolveSchema({ $ref: '#/$defs/nothing' }, root)).toEqual({})
  expect(resolveSchema({ $ref: 'https://elsewhere.test/' }, root)).toEqual({
    $ref: 'https://elsewhere.test/',
  })
  expect(resolveSchema({ $ref: '#/$defs/c' }, root)).toEqual({ $ref: '#/$defs/c' })
})

test('what names no arguments has none', () => {
  expect(propertiesOf({ properties: [] })).toEqual([])
  expect(propertiesOf({ properties: { a: true } })).toEqual([['a', {}]])
})

test('a choice is called by its title where it has one', () => {
  const named = fieldKind({ oneOf: [{ const: 'a', title: 'First' }, { const: 2 }] }, undefined)
  const first = { raw: '"a"', title: 'First' }
  expect(named).toEqual({ kind: 'choice', choices: [first, { raw: '2', title: '2' }] })
  expect(fieldKind({ enum: ['a', null] }, undefined)).toEqual({
    kind: 'choice',
    choices: [
      { raw: '"a"', title: 'a' },
      { raw: 'null', title: 'null' },
    ],
  })
})

test('fields that are required come first, in their order, whichever have a value, and those beside the schema last', () => {
  const schema = { properties: { draft: {}, visibility: {}, branch: {} }, required: ['branch', 'visibility'] }
  const orderOf = (present: string[]) => fieldsOf(schema, present).map(([key]) => key)
  expect(orderOf([])).toEqual(['branch', 'visibility', 'draft'])
  expect(orderOf(['draft', 'other', 'branch'])).toEqual(['branch', 'visibility', 'draft', 'other'])
  expect(fieldsOf(schema, ['other']).at(-1)).toEqual(['other', {}])
})
