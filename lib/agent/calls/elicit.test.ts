import { expect, test } from 'vitest'
import { plainSchema } from './elicit'

test('a form is asked for as it is', () => {
  const form = {
    type: 'object',
    properties: {
      mail: { type: 'string', format: 'email', title: 'Mail', maxLength: 200 },
      size: { type: 'string', oneOf: [{ const: 's', title: 'Small' }] },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1 },
      pattern: { type: 'boolean', default: true },
    },
    required: ['mail'],
  }
  expect(plainSchema(form)).toEqual(form)
})

test('nothing is checked by what a server could stop everything with', () => {
  const slow = { type: 'string', pattern: '^(a+)+$', $ref: '#/$defs/loop' }
  const asked = plainSchema({
    type: 'object',
    properties: { slow, list: { type: 'array', uniqueItems: true, items: slow } },
    patternProperties: { '^(a+)+$': {} },
    $defs: { loop: { $ref: '#/$defs/loop' } },
  })
  expect(asked).toEqual({
    type: 'object',
    properties: { slow: { type: 'string' }, list: { type: 'array', items: { type: 'string' } } },
  })
})

test('what is nested too deep is left open, and what is too large is not asked', () => {
  let deep: Record<string, unknown> = { type: 'string' }
  for (let level = 0; level < 100; level += 1) deep = { type: 'array', items: deep }
  expect(JSON.stringify(plainSchema(deep)).match(/items/g)).toHaveLength(8)
  expect(plainSchema({ type: 'object', description: 'x'.repeat(70_000) })).toBeNull()
})
