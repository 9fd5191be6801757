import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { JsonSchema } from '@/lib/domain/call/tool'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { table } from '@/test/table'
import { BUILTIN_TOOLS } from './builtin-tools'
import { defineTool, type ToolDefinition } from './define-tool'
import { CHECK_SCHEMAS, checkArguments, readArguments, validate } from './read-arguments'

function tool(name: string): ToolDefinition {
  const found = BUILTIN_TOOLS.find(definition => definition.name === name)
  if (!found) throw new Error(name)
  return found
}

/** Words that make a text with this in it. */
const saying = (message = '') =>
  expect.toSatisfy((codedText: CodedText) => phrase(codedText).includes(message))

const withSchema = (schema: JsonSchema): ToolDefinition => ({ ...tool('read_file'), schema })

describe('arguments', () => {
  test.each([
    ['list_files', {}],
    ['read_file', { path: 'a' }],
    ['read_file', { path: 'a', offset: 1.0, limit: 5 }],
    ['write_file', { path: 'a', content: '' }],
    ['edit_file', { path: 'a', old: 'b', new: '', all: false }],
  ])('of %s that fit have no error: %j', (name, args) => {
    expect(validate(tool(name), args)).toEqual([])
  })

  table([
    ['read_file', {}, '/path', 'This argument is missing: add it.'],
    ['read_file', { path: 5 }, '/path', 'Write a text in quotes, not a number.'],
    ['read_file', { path: null }, '/path', 'Write a text in quotes, not null.'],
    ['read_file', { path: ['a'] }, '/path', 'Write a text in quotes, not a list.'],
    ['read_file', { path: '' }, '/path', 'Write something here.'],
    ['read_file', { path: 'a'.repeat(5000) }, '/path', 'Write at most 4096 characters.'],
    ['read_file', { path: 'a', offset: 0 }, '/offset', 'Write a number of at least 1.'],
    ['read_file', { path: 'a', offset: 1.5 }, '/offset', 'Write a whole number, not a number.'],
    ['read_file', { path: 'a', offset: '1' }, '/offset', 'Write a whole number, not a text in quotes.'],
    ['read_file', { path: 'a', limit: 1e9 }, '/limit', 'Write a number of at most 100000.'],
    ['edit_file', { path: 'a', old: 'b', new: 'c', all: 1 }, '/all', 'Write true or false, not a number.'],
    [
      'read_file',
      { path: 'a', 'x/y~': 1 },
      '/x~1y~0',
      'There is no such argument: remove it. There are: path, offset, limit, column.',
    ],
    ['read_file', [], '', 'Write an object, not a list.'],
    ['read_file', 'a', '', 'Write an object, not a text in quotes.'],
  ] as [string, unknown, ...string[]][])(
    'are told where they are wrong',
    (name, args, ...[path, message]) => {
      expect(validate(tool(name), args)).toEqual([{ path, message, codedText: saying(message) }])
    },
  )

  test('are told all errors at once, up to twenty', () => {
    expect(validate(tool('write_file'), { content: 1, mode: 'w' }).map(error => error.path)).toEqual([
      '/path',
      '/mode',
      '/content',
    ])
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${i}`, 1]))
    expect(validate(tool('list_files'), many)).toHaveLength(20)
  })

  test.each([
    [{ type: 'object', properties: { a: { enum: ['x', 1] } } }, { a: 2 }, '/a', 'Write one of "x", 1.'],
    [{ type: 'object', properties: { a: { const: 'x' } } }, { a: 2 }, '/a', 'Write "x".'],
    [
      { type: 'object', properties: { a: { type: ['string', 'null'] } } },
      { a: 2 },
      '/a',
      'Write a text in quotes or null, not a number.',
    ],
    [
      { type: 'array', items: { type: 'integer' } },
      [1, 'x'],
      '/1',
      'Write a whole number, not a text in quotes.',
    ],
    [
      { type: 'object', properties: { a: { pattern: '^x$', minLength: 2 } } },
      { a: 'x' },
      '/a',
      'Write at least 2 characters.',
    ],
    [
      { type: 'object', properties: { a: { pattern: '^x$' } } },
      { a: 'y' },
      '/a',
      'It must match pattern "^x$".',
    ],
    [{ $ref: 'https://example.org/elsewhere' }, {}, '', 'The schema of read_file cannot be used'],
    [{ type: 'nonsense' }, {}, '', 'The schema of read_file cannot be used'],
  ] as [JsonSchema, unknown, ...string[]][])(
    'of a tool from elsewhere with %j',
    (schema, args, ...[path, message]) => {
      expect(validate(withSchema(schema), args)).toEqual([
        { path, message: expect.stringContaining(message ?? ''), codedText: saying(message) },
      ])
    },
  )

  test.each(['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2020-12/schema'])(
    'are checked by %s, whose unknown formats and keywords are let pass',
    $schema => {
      const definition = withSchema({
        $schema,
        type: 'object',
        properties: { a: { type: 'string', format: 'odd', 'x-y': 1 } },
      })
      expect(validate(definition, { a: 'x' })).toEqual([])
      expect(validate(definition, { a: 1 })).toHaveLength(1)
    },
  )

  table<[JsonSchema, unknown, unknown]>([
    [{ $schema: 'http://json-schema.org/draft-04/schema#', id: 'http://x.org/a' }, { a: 2 }, { a: 1 }],
    [{ $schema: 'http://json-schema.org/draft-06/schema#' }, { a: 2 }, { a: 1 }],
    [{ $schema: 'https://json-schema.org/draft/2019-09/schema' }, { a: 2 }, { a: 1 }],
    [{ properties: { a: { minimum: 1, exclusiveMinimum: true } } }, { a: 2 }, { a: 1 }],
    [{ properties: { a: { items: [{ const: 2 }], additionalItems: false } } }, { a: [2] }, { a: [2, 2] }],
    [{ properties: null, required: null, anyOf: [{ required: ['a'] }] }, { a: 1 }, { b: 1 }],
    [{ properties: { a: { const: 2 }, b: null } }, { a: 2, b: 1 }, { a: 1 }],
    [
      { definitions: { A: { const: 2 } }, properties: { a: { $ref: '#/definitions/A' } } },
      { a: 2 },
      { a: 1 },
    ],
  ])('are checked by a schema of any draft', (schema, right, wrong) => {
    const definition = withSchema({ properties: { a: { exclusiveMinimum: 1 } }, ...schema })
    expect(CHECK_SCHEMAS.run([definition])).toEqual([undefined])
    expect(validate(definition, right)).toEqual([])
    expect(validate(definition, wrong)).not.toEqual([])
  })

  test('are of no use where the schema is none, which is said', () => {
    const schemas = [{ $ref: '#/nowhere' }, { type: 'nonsense' }, { pattern: '(' }]
    for (const why of CHECK_SCHEMAS.run(schemas.map(withSchema)))
      expect(why).toMatchObject({ code: 'fault.schema' })
  })

  table<[string, unknown]>([
    ['{"path": "a", "offset": null}', { path: 'a' }],
    ['{"path": "a", "offset": 5}', { path: 'a', offset: 5 }],
    ['{"path": null}', undefined],
    ['{"path": "a", "offset": null, "limit": 0}', undefined],
  ])('are left out where they are null and need not be there', (text, value) => {
    const read = readArguments(tool('read_file'), text)
    expect(read.ok ? read.value : undefined).toEqual(value)
    if (!read.ok) expect(read.errors).toHaveLength(1)
  })

  test('may be null where the schema says so', () => {
    const definition = withSchema({ properties: { a: { type: ['string', 'null'] } } })
    expect(readArguments(definition, '{"a": null}')).toEqual({ ok: true, value: { a: null } })
  })

  test('may be null where the schema says so, beside many that may not', () => {
    const names = Array.from({ length: 50 }, (_, at) => `p~/${at}`)
    const texts = Object.fromEntries(names.map(name => [name, { type: 'string' }]))
    const definition = withSchema({ properties: { ...texts, a: { type: ['string', 'null'] } } })
    const nulls = Object.fromEntries([...names, 'a'].map(name => [name, null]))
    expect(readArguments(definition, JSON.stringify(nulls))).toEqual({ ok: true, value: { a: null } })
  })

  test('are not changed: no default is filled in and nothing is coerced', () => {
    const args = {}
    const schema = { type: 'object', properties: { a: { type: 'string', default: 'x' } } }
    expect(validate(withSchema(schema), args)).toEqual([])
    expect(args).toEqual({})
  })
})

test('a defined tool has a strict JSON schema with a description for every argument', () => {
  for (const { schema } of BUILTIN_TOOLS) {
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(schema).not.toHaveProperty('$schema')
    const { properties } = z
      .object({ properties: z.record(z.string(), z.object({ description: z.string() })) })
      .parse(schema)
    expect(Object.values(properties).every(({ description }) => description.endsWith('.'))).toBe(true)
  }
})

test('a tool gets no arguments that only its JSON schema lets pass', async () => {
  const definition = defineTool({
    ...tool('read_file'),
    arguments: z.strictObject({ even: z.int().refine(n => n % 2 === 0, 'Write an even number') }),
    paths: ({ even }) => [String(even)],
    perform: async ({ even }) => ({ kind: 'ok', text: String(even) }),
  })
  expect(validate(definition, { even: 3 })).toEqual([])
  expect([definition.paths({ even: 3 }), definition.paths({ even: 2 })]).toEqual([[], ['2']])
})

test('what one schema gives a name is unknown to the schema of another tool', () => {
  const naming = (at: string, type: string): ToolDefinition =>
    withSchema({
      type: 'object',
      properties: { a: { $ref: 'https://example.org/a' } },
      $defs: { [at]: { $id: 'https://example.org/a', type } },
    })
  const [texts, numbers] = [naming('one', 'string'), naming('other', 'number')]
  expect([validate(texts, { a: 'x' }), validate(numbers, { a: 1 })]).toEqual([[], []])
  expect([validate(texts, { a: 1 }).length, validate(numbers, { a: 'x' }).length]).toEqual([1, 1])
})

test('a schema of a server that never ends is a fault of the arguments', async () => {
  const schema = { $ref: '#' }
  const served = { ...withSchema(schema), source: 'mcp:one' }
  const outcome = await checkArguments(async (job, input) => job.run(input), served, '{}')
  expect(outcome).toMatchObject({ ok: false, errors: [{ message: expect.stringContaining('schema') }] })
})
