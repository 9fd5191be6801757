import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonValueEnd, valueAt } from './json-scan'

test.each([
  ['{"a": "}"} rest', 10],
  ['[1, [2], {"b": []}]', 19],
  ['"\\"" x', 4],
  ['-1.5e3,', 6],
  ['true', 4],
  ['{"a": [1}', null],
  ['{"a": 1', null],
  ['{"a": "1', null],
  ['nope', null],
  ['nope, and more', null],
  ['', null],
  [',', null],
  [']', null],
])('the value in %j ends at %s', (text, end) => {
  expect(jsonValueEnd(text, 0)).toBe(end)
})

test('whatever value there is, it ends where its text ends, whatever comes behind', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, rest) => {
      const text = JSON.stringify(value)
      expect(jsonValueEnd(`${text} ${rest}`, 0)).toBe(text.length)
    }),
  )
})

test('a value is read as it is written, and one that is no JSON is none', () => {
  expect(valueAt('say {"a": [1]} now', 4)).toBe('{"a": [1]}')
  for (const text of ['{"a": 1,}', '{a: 1} and more', '{"a" "b"}', '{"a": 01}', '{,}'])
    expect(valueAt(text, 0)).toBe(null)
  expect(valueAt('{"a": 1', 0)).toBe(null)
})

test('a number of two million digits, and brackets as deep, are read in one go', () => {
  expect(jsonValueEnd('9'.repeat(2_000_000), 0)).toBe(2_000_000)
  expect(jsonValueEnd('['.repeat(2_000_000), 0)).toBe(null)
})
