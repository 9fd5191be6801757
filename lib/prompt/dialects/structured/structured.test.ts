import fc from 'fast-check'
import { expect, test } from 'vitest'
import { table } from '@/test/table'
import { parseStructured, structured } from './structured'

test.each([
  ['an answer', '{"output": "Done."}', { text: 'Done.', calls: [] }],
  ['an answer that is no text', '{"output": {"a": 1}}', { text: '{\n  "a": 1\n}', calls: [] }],
  [
    'calls',
    '{"calls": [{"tool": "x", "arguments": {"a": 1.0}}]}',
    { text: '', calls: [['x', '{"a": 1.0}']] },
  ],
  ['both', '{"output": "I do.", "calls": [{"tool": "x"}]}', { text: 'I do.', calls: [['x', '{}']] }],
  ['neither of them', '{"output": null, "calls": []}', { text: '', calls: [] }],
  ['a fence', '```json\n{"output": "Done."}\n```', { text: 'Done.', calls: [] }],
])('%s is read', (_, reply, { text, calls }) => {
  const spoken = parseStructured(reply)
  expect(spoken).toMatchObject({ text, issues: [] })
  expect(spoken.calls.map(({ tool, argumentsText }) => [tool, argumentsText])).toEqual(calls)
})

test.each<[string, string, unknown[]]>([
  ['other names', '{"calls": [{"name": "x", "args": {"a": 1}}]}', [['x', '{"a": 1}']]],
  ['arguments in a string', '{"calls": [{"tool": "x", "arguments": "{\\"a\\": 1}"}]}', [['x', '{"a": 1}']]],
  ['null', '{"output": "Done.", "calls": null}', []],
  [
    'several of them',
    '{"calls": [{"tool": "x"}, {"tool": "y"}]}',
    [
      ['x', '{}'],
      ['y', '{}'],
    ],
  ],
  [
    'big numbers',
    '{"calls": [{"tool": "x", "arguments": {"a": 12345678901234567890}}]}',
    [['x', '{"a": 12345678901234567890}']],
  ],
  [
    'thoughts before it',
    '<think>{"calls": [{"tool": "y"}]}</think>\n{"calls": [{"tool": "x"}]}',
    [['x', '{}']],
  ],
  ['an example in a string', '{"output": "{\\"calls\\": [{\\"tool\\": \\"x\\"}]}"}', []],
  [
    'an example in arguments',
    '{"calls": [{"tool": "x", "arguments": {"calls": [{"tool": "y"}]}}]}',
    [['x', '{"calls": [{"tool": "y"}]}']],
  ],
])('calls with %s are read', (_, reply, calls) => {
  const spoken = parseStructured(reply)
  expect(spoken.calls.map(({ tool, argumentsText }) => [tool, argumentsText])).toEqual(calls)
  expect(spoken.issues).toEqual([])
})

test('each call has the place where it stands', () => {
  const reply = ' {"calls": [{"tool": "x"}, {"tool": "y"}]}'
  expect(parseStructured(reply).calls.map(({ span }) => reply.slice(...span))).toEqual([
    '{"tool": "x"}',
    '{"tool": "y"}',
  ])
})

test('what cannot be read is told with the reason and with how to write it', () => {
  expect(structured.observation(parseStructured('I would.'))).toMatch(/not one JSON object[\s\S]*\{"output"/)
  expect(structured.observation(parseStructured('{"output": "Done."}'))).toBeNull()
})

table([
  ['prose', 'I would call x.'],
  ['prose beside it', 'Here: {"output": "Done."}'],
  ['a list', '[{"tool": "x"}]'],
  ['an object of something else', '{"tool": "x", "arguments": {}}'],
  ['a call without a tool', '{"calls": [{"arguments": {}}]}'],
  ['calls that are no list', '{"calls": {"tool": "x"}}'],
  ['what is cut off', '{"output": "Do'],
  ['a key that is said twice', '{"output": 1, "output": 2}'],
  ['a fence and words', '```json\n{"output": 1}\n```\nDone.'],
  ['two objects', '{"output": 1} {"output": 2}'],
  ['nothing', ''],
])('what cannot be read is told, and kept', (_, reply) => {
  expect(parseStructured(reply)).toMatchObject({ text: reply, calls: [], issues: [{}] })
})

test('whatever a model writes, nothing is thrown', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), reply => void parseStructured(reply)))
})
