import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeFieldText, toFieldText } from './field-text'

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
