import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseStructured } from './structured-reader'

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

test.each([
  ['prose', 'I would call x.'],
  ['prose beside it', 'Here: {"output": "Done."}'],
  ['a list', '[{"tool": "x"}]'],
  ['an object of something else', '{"tool": "x", "arguments": {}}'],
  ['a call without a tool', '{"calls": [{"arguments": {}}]}'],
  ['calls that are no list', '{"calls": {"tool": "x"}}'],
  ['what is cut off', '{"output": "Do'],
  ['nothing', ''],
])('%s is told, and kept', (_, reply) => {
  expect(parseStructured(reply)).toMatchObject({ text: reply, calls: [], issues: [{}] })
})

test('whatever a model writes, nothing is thrown', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), reply => void parseStructured(reply)))
})
