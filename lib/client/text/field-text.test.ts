import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeFieldText, mergeJsonField, toFieldText, toJsonField } from './field-text'

const text = fc.array(fc.constantFrom('a', 'b', '\r', '\n', '\r\n', '"', '⟦', '😀'), { maxLength: 12 })
const joined = text.map(parts => parts.join(''))

test('what was not touched comes back byte for byte', () => {
  fc.assert(
    fc.property(joined, original => {
      expect(mergeFieldText(original, toFieldText(original))).toBe(original)
    }),
  )
})

test('a change shows in the field as it was made', () => {
  fc.assert(
    fc.property(joined, joined, (original, edited) => {
      expect(toFieldText(mergeFieldText(original, toFieldText(edited)))).toBe(toFieldText(edited))
    }),
  )
})

test.each([
  ['{\r\n"a": 1\r\n}', '{\n"a": 2\n}', '{\r\n"a": 2\r\n}'],
  ['a\r\nb\rc\nd', 'a\nb\nc\nd!', 'a\r\nb\rc\nd!'],
  ['a\r\nb', 'a\n\nb', 'a\r\n\nb'],
  ['a\r\nb', 'ab', 'ab'],
  ['', 'x', 'x'],
])('%j edited to %j becomes %j', (original, edited, expected) => {
  expect(mergeFieldText(original, edited)).toBe(expected)
})

test.each([
  ['{"a":1.0,"b":[1,{}]}', ['"a": 1.0', '"a": 2'], '{"a":2,"b":[1,{}]}'],
  ['{"a":1.0}', ['1.0\n', '1.0,\n  "b": 2\n'], '{"a":1.0,\n  "b": 2}'],
  ['{\r\n\t"a":\r\n1,"b":"x  \\n"}', ['"b": "x', '"b": "y'], '{\r\n\t"a":\r\n1,"b":"y  \\n"}'],
  ['{"a":1,\r\n"b":2}', [',\n  "b": 2', ''], '{"a":1}'],
  ['{"a"\r\n', ['"a"', '"b"'], '{"b"\r\n'],
] as const)('of %j what is not edited keeps its spaces', (original, [before, after], expected) => {
  expect(mergeJsonField(original, toJsonField(original).replace(before, after))).toBe(expected)
})
