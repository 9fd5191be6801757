import fc from 'fast-check'
import { expect, test } from 'vitest'
import { elementsAt, membersAt, valueEnd } from './json-scan'

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
  ['', null],
  [',', null],
  [']', null],
])('the value in %j ends at %s', (text, end) => {
  expect(valueEnd(text, 0)).toBe(end)
})

test('whatever value there is, it ends where its text ends, whatever comes behind', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, rest) => {
      const text = JSON.stringify(value)
      expect(valueEnd(`${text} ${rest}`, 0)).toBe(text.length)
    }),
  )
})

test('the members of an object are those that JSON knows, each with its own text', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), object => {
      const text = JSON.stringify(object, null, 1)
      const members = [...(membersAt(text, 0) ?? [])].map(([name, [from, to]]) => [
        name,
        JSON.parse(text.slice(from, to)),
      ])
      expect(Object.fromEntries(members)).toEqual(JSON.parse(text))
    }),
  )
})

test('the elements of a list are those that JSON knows', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), list => {
      const text = JSON.stringify(list, null, 1)
      expect(elementsAt(text, 0)?.map(([from, to]) => JSON.parse(text.slice(from, to)))).toEqual(
        JSON.parse(text),
      )
    }),
  )
})

test.each(['{"a": 1,}', '{a: 1}', '[1]', '{"a" "b"}', '{"a": 01}', '{,}'])('%j is no object', text => {
  expect(membersAt(text, 0)).toBeNull()
})

test('a number of two million digits, and brackets as deep, are read in one go', () => {
  expect(valueEnd('9'.repeat(2_000_000), 0)).toBe(2_000_000)
  expect(valueEnd('['.repeat(2_000_000), 0)).toBeNull()
})
