import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJsonTree } from './json-tree'
import { patchJsonText } from './patch-json-text'

test.each([
  ['{"a":1.0,"b":12345678901234567890}', ['a'], '2', '{"a":2,"b":12345678901234567890}'],
  ['{\r\n\t"a" : "x" ,\n "b":1e2 }', ['a'], '"y"', '{\r\n\t"a" : "y" ,\n "b":1e2 }'],
  ['{\n  "a": 1\n}', ['b'], 'true', '{\n  "a": 1,\n  "b": true\n}'],
  ['{ }', ['b'], '[]', '{"b":[]}'],
  ['{"a":1, "b":2, "c":3}', ['b'], undefined, '{"a":1, "c":3}'],
  ['{"a":1, "b":2}', ['b'], undefined, '{"a":1}'],
  ['{"a":1}', ['a'], undefined, '{}'],
  ['{"a":{"b":{}}}', ['a', 'b', 'c', 'd'], '0', '{"a":{"b":{"c":{"d":0}}}}'],
  ['{"a\\u0062":1}', ['ab'], '2', '{"a\\u0062":2}'],
  ['{}', ['__proto__'], '1', '{"__proto__":1}'],
  // What is no JSON, has a key twice, or would be no JSON or more than one value, is left alone.
  ['{"a":', ['a'], '1', null],
  ['{"a":1,"a":2}', ['a'], '3', null],
  ['{"a":1}', ['a'], 'x', null],
  ['{"a":1}', ['a'], '1,"b":2', null],
  ['{"a":1}', ['a', 'b'], '2', null],
] as const)('%s', (...[text, path, raw, patched]) => {
  expect(patchJsonText(text, [...path], raw)).toBe(patched)
})

const space = fc.stringMatching(/^[ \n\t\r]{0,3}$/)
const record = fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue(), { minKeys: 1, maxKeys: 6 })

/** A text of an object in which any white space stands between its entries. */
const written = fc.tuple(record, fc.infiniteStream(space)).map(([object, spaces]) => {
  const next = (): string => spaces.next().value ?? ''
  const entries = Object.entries(object).map(
    ([key, value]) => `${next()}${JSON.stringify(key)}${next()}:${next()}${JSON.stringify(value)}${next()}`,
  )
  return { object, text: `${next()}{${entries.join(',')}}${next()}` }
})

test('changing a value changes its text and nothing else', () => {
  fc.assert(
    fc.property(written, fc.nat(), fc.jsonValue(), ({ object, text }, n, value) => {
      const keys = Object.keys(object)
      const key = keys[n % keys.length] ?? ''
      const raw = JSON.stringify(value)
      const tree = readJsonTree(text)
      const place = tree?.kind === 'object' ? tree.entries.find(entry => entry.key === key)?.value : undefined
      const patched = patchJsonText(text, [key], raw)
      expect(patched).toBe(text.slice(0, place?.start) + raw + text.slice(place?.end))
      expect(JSON.parse(patched ?? '')).toEqual(JSON.parse(JSON.stringify({ ...object, [key]: value })))
    }),
  )
})

test('what is added or left out is the only difference', () => {
  fc.assert(
    fc.property(written, fc.string(), fc.jsonValue(), ({ object, text }, key, value) => {
      const { [key]: _, ...others } = object
      const without = patchJsonText(text, [key], undefined)
      expect(JSON.parse(without ?? '')).toEqual(JSON.parse(JSON.stringify(others)))
      const back = patchJsonText(without ?? '', [key], JSON.stringify(value))
      expect(JSON.parse(back ?? '')).toEqual(JSON.parse(JSON.stringify({ ...others, [key]: value })))
    }),
  )
})
