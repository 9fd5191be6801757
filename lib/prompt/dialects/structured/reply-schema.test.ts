import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseStructured, REPLY_SCHEMA } from './structured'

const fits = new Ajv2020({ allowUnionTypes: true }).compile(REPLY_SCHEMA)

const call = { tool: 'x', arguments: '{"a": 1.0, "b": 12345678901234567890}' }

test.each([
  ['a call', call, { argumentsText: call.arguments }],
  ['one whose result is kept', { outputPath: '/notes', ...call }, { outputPath: '/notes' }],
  [
    'one that is not run',
    { output: 'Eight.', outputPath: null, ...call },
    { output: '"Eight."', argumentsText: call.arguments },
  ],
])('%s that follows the schema is read, to the byte', (_, said, read) => {
  const reply = { output: null, calls: [said] }
  expect(fits(reply)).toBe(true)
  const { calls, issues } = parseStructured(JSON.stringify(reply))
  expect(issues).toEqual([])
  expect(calls).toMatchObject([{ tool: 'x', ...read }])
})

test.each([
  ['an object for the text of one', { output: null, calls: [{ ...call, arguments: {} }] }],
  ['a call without a tool', { output: null, calls: [{ arguments: '{}' }] }],
  ['no calls', { output: 'Done.' }],
  ['something more', { output: null, calls: [], thought: 'Hm.' }],
])('%s does not follow it', (_, reply) => {
  expect(fits(reply)).toBe(false)
})

const text = fc.string()
const path = fc.constantFrom('/a', '/a/b')
const calls = fc.array(
  fc
    .record({ tool: fc.constantFrom('read_file', 'write_file'), arguments: fc.json({ maxDepth: 2 }) })
    .chain(given =>
      fc.oneof(
        fc.constant(given),
        path.map(outputPath => ({ outputPath, ...given })),
        fc.record({ output: text, outputPath: fc.option(path) }).map(latent => ({ ...latent, ...given })),
      ),
    ),
)

test('whatever follows it is read without a complaint, call by call', () => {
  const replies = fc.record({ output: fc.option(text), calls })
  fc.assert(
    fc.property(replies, reply => {
      expect(fits(reply)).toBe(true)
      const spoken = parseStructured(JSON.stringify(reply))
      expect(spoken.issues).toEqual([])
      expect(spoken.text).toBe(reply.output ?? '')
      expect(spoken.calls.map(({ tool }) => tool)).toEqual(reply.calls.map(({ tool }) => tool))
    }),
  )
})
