import fc from 'fast-check'
import { expect, test } from 'vitest'
import { occurrences } from './edit-file'

function slowly(text: string, part: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) found.push(at)
  return found
}

test('every occurrence is found, overlapping ones too', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 200 })
  const part = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(text, part, (all, one) => {
      expect(occurrences(all, one, Number.POSITIVE_INFINITY)).toEqual(slowly(all, one))
    }),
  )
})

test('no more are looked for than asked', () => {
  expect(occurrences('a'.repeat(1000), 'a', 3)).toEqual([0, 1, 2])
})

test('a text made to be searched slowly ends all the same', () => {
  const text = 'a'.repeat(4_000_000)
  expect(occurrences(text, `${'a'.repeat(500_000)}b${'a'.repeat(500_000)}`, 2)).toEqual([])
  expect(occurrences(text, `b${'a'.repeat(1_000_000)}`, 2)).toEqual([])
})
