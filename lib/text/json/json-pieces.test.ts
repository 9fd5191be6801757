import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonPieces } from './json-pieces'

const written = (value: unknown): string => [...jsonPieces(value)].join('')

/** Long enough to be cut, at places that vary. */
const long = fc
  .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 7 }), fc.integer({ min: 9_000, max: 30_000 }))
  .map(([unit, times]) => unit.repeat(times))

test('pieces of any value are together what JSON.stringify makes of it', () => {
  const leaf = fc.oneof({ arbitrary: fc.jsonValue(), weight: 5 }, { arbitrary: long, weight: 1 })
  const value = fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.string(), leaf))
  fc.assert(
    fc.property(value, sample => {
      expect(written(sample)).toBe(JSON.stringify(sample))
    }),
    { numRuns: 60 },
  )
})

const LONG = 'x'.repeat(70_000)

test.each([
  ['what is not told', { a: undefined, b: LONG, c: [undefined, LONG], d: () => 1 }],
  ['a time', { at: new Date(0), text: LONG }],
  ['a character that is torn', [`${'x'.repeat(65_535)}😀`, `${LONG}\ud83d`, `\udc00${LONG}`]],
  ['nothing', { a: {}, b: [], c: LONG, d: null }],
])('%s is written as JSON.stringify does', (_, value) => {
  expect(written(value)).toBe(JSON.stringify(value))
})

test('no piece is much longer than others may wait for', () => {
  const value = {
    call: { text: '"\\\n'.repeat(300_000), list: Array.from({ length: 50_000 }, (_, at) => at) },
  }
  const lengths = [...jsonPieces(value)].map(piece => piece.length)
  expect(Math.max(...lengths)).toBeLessThan(6 * 65_536 + 2)
})
