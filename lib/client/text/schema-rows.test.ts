import { expect, test } from 'vitest'
import { schemaRows } from './schema-rows'

const rows = (schema: Record<string, unknown>) =>
  schemaRows(schema).map(({ name, type, choices, isRequired }) =>
    [
      name,
      type,
      ...(choices.length > 0 ? [choices.join('|')] : []),
      isRequired ? 'required' : 'optional',
    ].join(' '),
  )

test('a schema is told as its arguments, in its order', () => {
  const schema = {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Where it lies' },
      limit: { type: ['integer', 'null'] },
      method: { enum: ['GET', 'POST'] },
      tags: { type: 'array', items: { type: 'string' } },
      any: {},
      kind: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    },
    required: ['path', 'method'],
  }
  expect(rows(schema)).toEqual([
    'path string required',
    'limit integer or null optional',
    'method string GET|POST required',
    'tags array of string optional',
    'any any optional',
    'kind string or number optional',
  ])
  expect(schemaRows(schema)[0]?.description).toBe('Where it lies')
  expect(rows({})).toEqual([])
})

test('what lies in objects and lists is named with them, through references, as deep as one can read', () => {
  const schema = {
    type: 'object',
    properties: {
      range: { $ref: '#/$defs/range' },
      steps: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
      tree: { $ref: '#/$defs/tree' },
    },
    $defs: {
      range: { type: 'object', properties: { from: { type: 'number' } }, required: ['from'] },
      tree: { type: 'object', properties: { child: { $ref: '#/$defs/tree' } } },
    },
  }
  expect(rows(schema)).toEqual([
    'range object optional',
    'range.from number required',
    'steps array of object optional',
    'steps[].id string optional',
    'tree object optional',
    'tree.child object optional',
    'tree.child.child object optional',
    'tree.child.child.child object optional',
    'tree.child.child.child.child object optional',
  ])
})
