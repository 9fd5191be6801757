import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTooDeep, storable } from './json-value'

const text = fc.string({ unit: fc.constantFrom('\0', '\ud83d', '\ude00', '⟦', 'a', '😀') })

test('marks stand for what no text of the database can hold, in texts, keys and lists', () => {
  expect(storable({ 'a\0': ['x\ud83d', { b: '\ude00' }], n: 1, none: null })).toEqual({
    'a⟦U+0000⟧': ['x\ufffd', { b: '\ufffd' }],
    n: 1,
    none: null,
  })
})

test('what can be stored stays as it is, and what comes out can always be', () => {
  fc.assert(
    fc.property(text, given => {
      const shown = storable(given)
      expect(shown.includes('\0')).toBe(false)
      expect(shown.isWellFormed()).toBe(true)
      expect(storable(shown)).toBe(shown)
    }),
  )
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), given => {
      fc.pre(!JSON.stringify(given).includes('\\u0000'))
      expect(storable(given)).toEqual(given)
    }),
  )
})

test('what nests too deep is cut, and says so', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  const cut = storable(deep)
  expect(isTooDeep(cut)).toBe(false)
  expect(JSON.stringify(cut)).toContain('nested more than 100 levels deep')
})
